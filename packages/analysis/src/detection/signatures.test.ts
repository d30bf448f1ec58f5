import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { join, latin1, zeros } from '../testing/bytes.ts'
import { SAMPLES } from '../testing/samples.ts'
import { matchSignature } from './signatures.ts'

describe('matchSignature', () => {
  it.each([
    ['BZh91AY&SY', 'application/x-bzip2'],
    ['\xfd7zXZ\0\0', 'application/x-xz'],
    ['\x28\xb5\x2f\xfd', 'application/zstd'],
    ['7z\xbc\xaf\x27\x1c\0', 'application/x-7z-compressed'],
    ['Rar!\x1a\x07\x01\0', 'application/vnd.rar'],
    [`name${'\0'.repeat(253)}ustar\0`, 'application/x-tar'],
    ['\0\x01\0\0\0\x0f', 'font/ttf'],
    ['OTTO\0\x0c', 'font/otf'],
    ['wOF2\0\x01\0\0', 'font/woff2'],
    ['\x7fELF\x02', 'application/x-elf'],
    [`MZ\x90\0\x01\0\0\0\x04${'\0'.repeat(51)}\x80`, 'application/x-msdownload'],
    ['\0asm\x01', 'application/wasm'],
    ['SQLite format 3\0', 'application/x-sqlite3'],
    ['MThd\0\0\0\x06', 'audio/midi'],
    ['\xff\x0a\0', 'image/jxl'],
    ['\0\0\0\x0cJXL \r\n\x87\n', 'image/jxl'],
  ])('recognises %j by what it begins with', (start, mimeType) => {
    expect(matchSignature(join(start, zeros(600)), start.length + 600)).toBe(mimeType)
  })

  it.each([
    ['aac', 'audio/aac'],
    ['ts', 'video/mp2t'],
    ['mp3', 'audio/mpeg'],
    ['tga', 'image/x-tga'],
  ])('recognises %s by headers that follow one another', (name, mimeType) => {
    expect(matchSignature(SAMPLES[name] ?? zeros(0), SAMPLES[name]?.length ?? 0)).toBe(mimeType)
  })

  it.each([
    ['one sync word of AAC', '\xff\xf1\x50\x80\x08\x1f\xfc'],
    ['two sync bytes of a transport stream', `G${'\0'.repeat(187)}G`],
    ['nothing', ''],
  ])('does not guess by %s', (_, bytes) => {
    expect(matchSignature(join(bytes, zeros(600)), bytes.length + 600)).toBeUndefined()
  })

  it('leaves the rare rest to a library', async () => {
    const analyzer = createAnalyzer()
    const rare = bytesAsFile(join('LZIP\x01', zeros(100)))
    expect((await analyzer.analyze(rare, { name: '' })).facts.mimeType).toBe('application/x-lzip')
    const unheardOf = bytesAsFile(join(latin1('\x93\x07\xfe'), zeros(100)))
    expect(await analyzer.analyze(unheardOf, { name: 'a.xyz' })).toMatchObject({
      facts: { mimeType: 'application/octet-stream', extension: 'xyz', type: 'other' },
      issues: [],
    })
    await analyzer.close()
  })
})
