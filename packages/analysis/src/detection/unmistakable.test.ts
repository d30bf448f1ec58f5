import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { latin1 } from '../testing/bytes.ts'

const analyzer = createAnalyzer()

async function typeOf(text: string, name = 'file') {
  return (await analyzer.analyze(bytesAsFile(latin1(text)), { name })).facts.mimeType
}

describe('files that are readable and no text', () => {
  it.each([
    ['the signature of PNG', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['the signature of GIF', 'GIF87a', 'image/gif'],
    ['the mark of FLAC', 'fLaC', 'audio/flac'],
    ['the mark of Ogg', 'OggS', 'audio/ogg'],
    ['the mark of WOFF', 'wOFF', 'font/woff'],
    ['the mark of WOFF2', 'wOF2', 'font/woff2'],
    ['the head of bzip2', 'BZh5', 'application/x-bzip2'],
    ['an archive of text files', '!<arch>\na.txt/          0  ', 'application/x-unix-archive'],
    ['a cpio archive of text files', `070701${'0'.repeat(104)}a.txt`, 'application/x-cpio'],
    ['an old cpio archive', `070707${'0'.repeat(70)}a.txt`, 'application/x-cpio'],
    ['a web archive', 'WARC/1.0\r\nWARC-Type: warcinfo\r\n', 'application/warc'],
  ])('%s', async (_, text, mimeType) => {
    expect(await typeOf(text)).toBe(mimeType)
    expect(await typeOf(text, 'a.txt')).toBe(mimeType)
  })

  it.each([
    'fLaC is how such files begin.',
    'OggS, then a version.',
    'BZh is the mark of bzip2.',
    '070701 was his number.',
    'ID3 tags come first.',
  ])('is text: %s', async (text) => {
    expect(await typeOf(text)).toBe('text/plain')
  })
})

describe('PDF that does not begin with its mark', () => {
  it.each(['\n \t%PDF-1.4\n', '% a comment\r\n%PDF-1.7\n', ' %PDF-1.4\n%\xe2\xe3\xcf\xd3\n'])(
    'is PDF: %j',
    async (text) => {
      expect(await typeOf(text)).toBe('application/pdf')
    },
  )

  it('is no PDF when a text mentions it', async () => {
    expect(await typeOf('A file begins with %PDF-1.4\n')).toBe('text/plain')
    expect(await typeOf('<html><!-- %PDF-1.4 -->')).toBe('text/html')
  })
})
