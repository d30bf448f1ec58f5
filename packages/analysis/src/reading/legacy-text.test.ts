import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analyzer/create-analyzer.ts'
import { join, latin1, zeros } from '../testing/bytes.ts'
import { bytesAsFile } from './bytes-as-file.ts'

const analyzer = createAnalyzer()

async function factsOf(bytes: Uint8Array, name: string) {
  return (await analyzer.analyze(bytesAsFile(bytes), { name })).facts
}

/** A greeting in the encoding that people of the script used. */
const TEXTS: Readonly<Record<string, Buffer>> = {
  'windows-1251': latin1('\xc4\xee\xe1\xf0\xfb\xe9 \xe4\xe5\xed\xfc\r\n'),
  'KOI8-R': latin1('\xe4\xcf\xc2\xd2\xd9\xca \xc4\xc5\xce\xd8\n'),
  Shift_JIS: latin1('\x82\xb1\x82\xf1\x82\xc9\x82\xbf\x82\xcd'),
  'EUC-JP': latin1('\xa4\xb3\xa4\xf3\xa4\xcb\xa4\xc1\xa4\xcf'),
  GBK: latin1('\xc4\xe3\xba\xc3\xa3\xac\xca\xc0\xbd\xe7'),
  Big5: latin1('\xa7\x41\xa6\x6e\xa1\x41\xa5\x40\xac\xc9'),
  'EUC-KR': latin1('\xbe\xc8\xb3\xe7\xc7\xcf\xbc\xbc\xbf\xe4'),
  Greek: latin1('\xca\xe1\xeb\xe7\xec\xdd\xf1\xe1 \xea\xfc\xf3\xec\xe5\n'),
  Hebrew: latin1('\xf9\xec\xe5\xed \xf2\xe5\xec\xed\n'),
  Arabic: latin1('\xe3\xd1\xcd\xc8\xc7 \xc8\xc7\xe1\xda\xc7\xe1\xe3\n'),
  Thai: latin1('\xca\xc7\xd1\xca\xb4\xd5 \xaa\xd2\xc7\xe2\xc5\xa1\n'),
  'one letter': latin1('\xe9\n'),
}

describe('short texts in the encoding of their script', () => {
  it.each(Object.entries(TEXTS))('%s, under the name of a text', async (_, bytes) => {
    expect(await factsOf(bytes, 'a.txt')).toMatchObject({
      mimeType: 'text/plain',
      extension: 'txt',
    })
    expect(await factsOf(bytes, 'a.csv')).toMatchObject({ mimeType: 'text/csv' })
  })

  it.each([
    ['subtitles', '1\r\n00:00:01,000 --> 00:00:02,000\r\n', 'application/x-subrip'],
    ['HTML', '<html><body>', 'text/html'],
    ['XML', '<?xml version="1.0"?><a>', 'application/xml'],
  ])('%s by how they begin, under any name', async (_, start, mimeType) => {
    const bytes = join(start, TEXTS['windows-1251'] ?? '')
    expect(await factsOf(bytes, 'file')).toMatchObject({ mimeType })
  })

  it('claims no encoding that it does not know', async () => {
    for (const bytes of Object.values(TEXTS)) {
      expect(['windows-1252', null]).toContain((await factsOf(bytes, 'a.txt')).charset)
    }
    const long = join('a short line in Latin letters, then ', TEXTS['windows-1251'] ?? '')
    expect((await factsOf(long, 'a.txt')).charset).toBe(null)
  })

  it.each([
    ['without the name of a text', TEXTS['windows-1251'] ?? zeros(0), 'file'],
    ["with a picture's name", TEXTS['windows-1251'] ?? zeros(0), 'a.png'],
    ['with control characters', latin1('\xc4\xee\x01\xf0\xfb\n'), 'a.txt'],
    ['without white space, of no encoding', latin1('\x81\xff\xfe\x80\xff'), 'a.txt'],
  ])('are unknown %s', async (_, bytes, name) => {
    expect((await factsOf(bytes, name)).mimeType).toBe('application/octet-stream')
  })
})

describe('printouts', () => {
  it.each([
    ['letters that are struck over', 'N\bNA\bAM\bME\bE\n'],
    ['lines that are struck over', '_\bt_\be_\bx_\bt\n'],
    ['a bell', 'done\x07\n\x07'],
  ])('with %s are text', async (_, text) => {
    expect((await factsOf(latin1(text), 'file')).mimeType).toBe('text/plain')
  })

  it('are no binary data of such bytes', async () => {
    expect((await factsOf(latin1('\b\b\x07\x07\b\b'), 'file')).mimeType).toBe(
      'application/octet-stream',
    )
  })
})

describe('UTF-32', () => {
  const text = [...'\ufeffHello, fixture'].map((character) => character.codePointAt(0) ?? 0)
  const little = Buffer.from(new Uint32Array(text).buffer)

  it.each([
    ['utf-32le', little],
    ['utf-32be', Buffer.from(little).swap32()],
  ])('%s with a byte order mark is text', async (charset, bytes) => {
    expect(await factsOf(bytes, 'file')).toMatchObject({ mimeType: 'text/plain', charset })
  })

  it('is no text where a number is no character', async () => {
    const bytes = join(little, Buffer.from([0, 0, 0x11, 0x7f]))
    expect((await factsOf(bytes, 'file')).mimeType).toBe('application/octet-stream')
  })
})
