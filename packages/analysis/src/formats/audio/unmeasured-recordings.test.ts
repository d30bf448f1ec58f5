import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { UNKNOWN_FACTS } from '../../facts/file-facts.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { join, latin1, le, zeros } from '../../testing/bytes.ts'
import { id3 } from '../../testing/recordings.ts'

const analyzer = createAnalyzer()

async function factsOf(bytes: Uint8Array, name = 'file') {
  return (await analyzer.analyze(bytesAsFile(bytes), { name })).facts
}

const padded = (text: string, length: number) => latin1(text.padEnd(length, '\0'))

/** A module of the Amiga: its mark comes after the names of 31 instruments. */
const mod = (mark: string) => join(padded('a song', 1080), mark, zeros(2000))

describe('a recording without a duration reader', () => {
  it.each([
    ['DTS', '\x7f\xfe\x80\x01', 'audio/vnd.dts', 'dts'],
    ['DTS, bytes in pairs', '\xfe\x7f\x01\x80', 'audio/vnd.dts', 'dts'],
    ['DTS, 14 bits', '\x1f\xff\xe8\0', 'audio/vnd.dts', 'dts'],
    ['DTS, 14 bits, bytes in pairs', '\xff\x1f\0\xe8', 'audio/vnd.dts', 'dts'],
    ['TAK', 'tBaK', 'audio/x-tak', 'tak'],
    ['TAK behind a tag', join(id3(100), 'tBaK'), 'audio/x-tak', 'tak'],
    ['a module of four channels', mod('M.K.'), 'audio/x-mod', 'mod'],
    ['a module of many patterns', mod('M!K!'), 'audio/x-mod', 'mod'],
    ['a module of StarTrekker', mod('FLT4'), 'audio/x-mod', 'mod'],
    ['a module of eight channels', mod('8CHN'), 'audio/x-mod', 'mod'],
    [
      'FastTracker',
      join(`Extended Module: ${'a song'.padEnd(20)}\x1aFastTracker v2.00   \x04\x01`, le(276, 4)),
      'audio/x-xm',
      'xm',
    ],
    [
      'Scream Tracker',
      join(padded('a song', 28), '\x1a\x10\0\0', zeros(12), 'SCRM'),
      'audio/x-s3m',
      's3m',
    ],
    ['Impulse Tracker', join('IMPM', padded('a song', 26)), 'audio/x-it', 'it'],
  ])('gets its type from its bytes: %s', async (_, start, mimeType, extension) => {
    expect(await factsOf(join(start, zeros(1000)))).toEqual({
      ...UNKNOWN_FACTS,
      ...{ type: 'audio', mimeType, extension },
    })
  })

  it.each([
    ['DTS that begins later', join(zeros(4), '\x7f\xfe\x80\x01', zeros(500)), 'a.dts'],
    ['a module without a mark', mod('NONE'), 'a.mod'],
    ['a mark in another place', join(zeros(1000), 'M.K.', zeros(2000)), 'a.mod'],
  ])('is not believed by its name: %s', async (_, bytes, name) => {
    expect((await factsOf(bytes, name)).mimeType).toBe('application/octet-stream')
  })

  it('is no text that has a mark where modules have theirs', async () => {
    const text = join('x'.repeat(1080), 'M.K.', 'y'.repeat(2000))
    expect((await factsOf(text, 'a.txt')).mimeType).toBe('text/plain')
  })
})
