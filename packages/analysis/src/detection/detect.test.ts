import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { compoundFile, officeOpenXml, pdf, zip } from '../testing/documents.ts'
import { jpeg, png, tiff } from '../testing/pictures.ts'
import { mp4 } from '../testing/recordings.ts'

async function factsOf(content: string | Uint8Array, name = 'file') {
  const { facts } = await createAnalyzer().analyze(bytesAsFile(Buffer.from(content)), { name })
  return facts
}

async function typeOf(content: string | Uint8Array, name?: string) {
  const { mimeType, extension, type } = await factsOf(content, name)
  return [mimeType, extension, type]
}

const openXml = 'application/vnd.openxmlformats-officedocument.'

describe('type of documents', () => {
  it.each([
    ['PDF', pdf(), 'application/pdf', 'pdf'],
    [
      'Word',
      officeOpenXml(`${openXml}wordprocessingml.document.main+xml`),
      `${openXml}wordprocessingml.document`,
      'docx',
    ],
    [
      'Excel',
      officeOpenXml(`${openXml}spreadsheetml.sheet.main+xml`),
      `${openXml}spreadsheetml.sheet`,
      'xlsx',
    ],
    [
      'PowerPoint',
      officeOpenXml(`${openXml}presentationml.presentation.main+xml`),
      `${openXml}presentationml.presentation`,
      'pptx',
    ],
    [
      'Word with macros',
      officeOpenXml('application/vnd.ms-word.document.macroEnabled.main+xml'),
      'application/vnd.ms-word.document.macroenabled.12',
      'docm',
    ],
    [
      'OpenDocument',
      zip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'application/vnd.oasis.opendocument.text',
      'odt',
    ],
    ['EPUB', zip({ mimetype: 'application/epub+zip' }), 'application/epub+zip', 'epub'],
    ['old Word', compoundFile('WordDocument', '1Table'), 'application/msword', 'doc'],
    ['old Excel', compoundFile('Workbook'), 'application/vnd.ms-excel', 'xls'],
    [
      'old PowerPoint',
      compoundFile('Current User', 'PowerPoint Document'),
      'application/vnd.ms-powerpoint',
      'ppt',
    ],
    [
      'an ImportState message',
      compoundFile('__properties_version1.0'),
      'application/vnd.ms-outlook',
      'msg',
    ],
    ['an unknown compound file', compoundFile('Something'), 'application/x-cfb', 'cfb'],
  ])('recognises %s', async (_, bytes, mimeType, extension) => {
    expect(await typeOf(bytes)).toEqual([mimeType, extension, 'document'])
  })

  it('takes a zip file of anything else for an archive, under any name', async () => {
    expect(await typeOf(zip({ 'a.txt': 'a' }), 'a.docx')).toEqual([
      'application/zip',
      'zip',
      'archive',
    ])
  })
})

describe('type of text', () => {
  it.each([
    ['HTML', '<!-- a --><!DOCTYPE html><title>a</title>', 'text/html', 'html'],
    [
      'XHTML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
      'application/xhtml+xml',
      'xhtml',
    ],
    [
      'XHTML under a prefix',
      '<?xml version="1.0"?><!DOCTYPE h:html><h:html xmlns:h="http://www.w3.org/1999/xhtml"/>',
      'application/xhtml+xml',
      'xhtml',
    ],
    [
      'XHTML under a prefix without a declaration',
      '<h:html xmlns:h="http://www.w3.org/1999/xhtml"/>',
      'application/xhtml+xml',
      'xhtml',
    ],
    [
      'HTML that names the namespace',
      '<html xmlns="http://www.w3.org/1999/xhtml">',
      'text/html',
      'html',
    ],
    ['XML whose root is called html', '<?xml version="1.0"?><html/>', 'text/html', 'html'],
    ['XML', '<?xml version="1.0"?><a/>', 'application/xml', 'xml'],
    [
      'Atom',
      '<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"/>',
      'application/atom+xml',
      'atom',
    ],
    ['JSON', '{ "a": [1, 2] }', 'application/json', 'json'],
    ['a calendar', 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\n', 'text/calendar', 'ics'],
    ['subtitles', 'WEBVTT\n\n', 'text/vtt', 'vtt'],
    ['mail', 'From: a@b.c\r\nTo: d@e.f\r\nSubject: g\r\n\r\nh', 'message/rfc822', 'eml'],
    ['rich text', '{\\rtf1 a}', 'application/rtf', 'rtf'],
    ['PostScript', '%!PS-Adobe-3.0\n', 'application/postscript', 'ps'],
    ['encapsulated PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n', 'application/postscript', 'eps'],
    ['a program in PHP', '<?php echo 1 ?><html>', 'text/plain', 'php'],
    ['a table', 'a,b,c\n1,"2,3",4\n5,6,7\n', 'text/csv', 'csv'],
    ['prose', 'Hello, fixture.\n', 'text/plain', 'txt'],
  ])('recognises %s without a name', async (_, text, mimeType, extension) => {
    expect(await typeOf(text)).toEqual([mimeType, extension, 'document'])
  })

  it.each([
    [
      'whose namespace is an entity',
      '<!DOCTYPE svg PUBLIC "" "" [<!ENTITY ns "http://www.w3.org/2000/svg">]><svg xmlns="&ns;"/>',
      'image/svg+xml',
    ],
    ['of a document type', '<!DOCTYPE svg PUBLIC "a" "b"><svg/>', 'image/svg+xml'],
    ['of another namespace', '<!DOCTYPE svg><svg xmlns="urn:a"/>', 'application/xml'],
    ['of an entity without a document type', '<svg xmlns="&ns;"/>', 'application/xml'],
  ])('tells a root svg %s', async (_, text, mimeType) => {
    expect((await typeOf(`<?xml version="1.0"?>${text}`))[0]).toBe(mimeType)
  })

  it.each([
    ['a world', '#VRML V2.0 utf8\n', 'model/vrml', 'wrl'],
    ['an X3D scene', '<?xml version="1.0"?><X3D profile="Core"/>', 'model/x3d+xml', 'x3d'],
  ])('recognises %s', async (_, text, mimeType, extension) => {
    expect(await typeOf(text)).toEqual([mimeType, extension, 'other'])
  })

  it('recognises a drawing in DXF, after comments', async () => {
    const drawing = '  0\r\nSECTION\r\n  2\r\nHEADER\r\n'
    expect((await typeOf(drawing))[0]).toBe('image/vnd.dxf')
    expect((await typeOf(`999\r\nby hand\r\n${drawing}`))[0]).toBe('image/vnd.dxf')
  })

  it('recognises SVG, which is an image', async () => {
    expect(await typeOf('<svg xmlns="http://www.w3.org/2000/svg"/>')).toEqual([
      'image/svg+xml',
      'svg',
      'image',
    ])
  })

  it.each([
    ['notes.md', '# a', 'text/markdown', 'md'],
    ['table.csv', 'a;b', 'text/csv', 'csv'],
    ['code.ts', 'const a = 1', 'text/plain', 'ts'],
    ['code.js', 'const a = 1', 'text/javascript', 'js'],
    ['picture.png', 'no picture', 'text/plain', 'txt'],
    [
      'page.xhtml',
      '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml">',
      'application/xhtml+xml',
      'xhtml',
    ],
    ['page.xht', '<html>', 'text/html', 'html'],
    ['number.json', '12.5e3\n', 'application/json', 'json'],
    ['text.json', '"a"', 'application/json', 'json'],
    ['nothing.json', 'null', 'application/json', 'json'],
    ['number.txt', '12.5e3\n', 'text/plain', 'txt'],
    ['broken.json', '12.5.', 'text/plain', 'txt'],
    ['memo.md', 'Date: today\nFrom: me\nTo: you\n\n# Memo', 'text/markdown', 'md'],
    ['mail.txt', 'Message-ID: <a>\nFrom: me\nTo: you\n\nHello', 'message/rfc822', 'eml'],
  ])('lets the name %s refine plain text', async (name, text, mimeType, extension) => {
    expect(await typeOf(text, name)).toEqual([mimeType, extension, 'document'])
  })

  it.each(['a.png', 'a.txt', 'a.csv', 'a.md', 'a.json', 'a.svg', 'a.xml'])(
    'says that HTML called %s is HTML',
    async (name) => {
      expect(await typeOf('<html><script>alert(1)</script>', name)).toEqual([
        'text/html',
        'html',
        'document',
      ])
    },
  )

  it.each([
    ['utf-8', Buffer.from('Grüße')],
    ['utf-8', Buffer.from('\ufeffGrüße')],
    ['utf-16le', Buffer.from('\ufeffGrüße', 'utf16le')],
    ['utf-16le', Buffer.from('a plain text without a mark', 'utf16le')],
    ['utf-16be', Buffer.from('\ufeffGrüße', 'utf16le').swap16()],
    ['windows-1252', Buffer.from('Grüße', 'latin1')],
    [null, Buffer.from('\x83\x65\x83\x58\x83\x67'.repeat(50), 'latin1')],
  ])('recognises the charset %s', async (charset, bytes) => {
    expect(await factsOf(bytes)).toMatchObject({ mimeType: 'text/plain', charset })
  })

  it.each([
    ['shift_jis', '<?xml version="1.0" encoding="Shift_JIS"?><a>\x83\x65</a>', 'application/xml'],
    ['shift_jis', '<html><meta charset=x-sjis>\x83\x65', 'text/html'],
    ['windows-1252', '<html><meta charset=nonsense>\xe4', 'text/html'],
  ])('believes markup that declares %s', async (charset, text, mimeType) => {
    expect(await factsOf(Buffer.from(text, 'latin1'))).toMatchObject({ mimeType, charset })
  })

  it('keeps the charset of a text whose last seen character is cut', async () => {
    expect(await factsOf(`a${'ü'.repeat(20_000)}`)).toMatchObject({ charset: 'utf-8' })
  })

  it('has no charset for pictures', async () => {
    expect(await factsOf(png({ width: 1, height: 1 }))).toMatchObject({ charset: null })
  })
})

describe('what a signature alone would get wrong', () => {
  it.each([
    ['UTF-16 text is no MP3', Buffer.from('\ufeffHello, fixture', 'utf16le')],
    [
      'text that begins with BM is no bitmap',
      Buffer.from('BMW makes cars, among them electric ones'),
    ],
    [
      'text that begins with MZ is no program',
      Buffer.from('MZ is the postcode of Mainz, more or less.'),
    ],
    [
      'text that begins with ID3 is no MP3',
      Buffer.from('ID3 tags are explained on the next page.'),
    ],
  ])('%s', async (_, bytes) => {
    expect(await typeOf(bytes)).toEqual(['text/plain', 'txt', 'document'])
  })

  it('takes MP4 with sound only for audio', async () => {
    expect(await typeOf(mp4({ seconds: 1 }), 'a.mp4')).toEqual(['audio/mp4', 'm4a', 'audio'])
  })

  it('does not believe a name against the bytes', async () => {
    expect(await typeOf(jpeg({ width: 1, height: 1 }), 'a.html')).toEqual([
      'image/jpeg',
      'jpg',
      'image',
    ])
  })
})

describe('files that nothing is known of', () => {
  const noise = Buffer.from([0, 1, 2, 3, 0xfe, 0x80, 0, 7])

  it.each([
    ['a.Blend1', 'blend1'],
    ['a', 'bin'],
    ['a.', 'bin'],
    ['.hidden', 'bin'],
    ['a.we ird', 'bin'],
    [`a.${'x'.repeat(17)}`, 'bin'],
  ])('called %s have the extension %s', async (name, extension) => {
    expect(await typeOf(noise, name)).toEqual(['application/octet-stream', extension, 'other'])
  })

  it('are what a text name tells when empty', async () => {
    expect(await typeOf('', 'a.csv')).toEqual(['text/csv', 'csv', 'document'])
    expect(await typeOf('', 'a.png')).toEqual(['application/octet-stream', 'png', 'other'])
    expect(await typeOf('', 'a')).toEqual(['application/octet-stream', 'bin', 'other'])
  })
})

describe('type of raw photos', () => {
  const photo = tiff({ width: 3, height: 2 })

  it('is what the name says where the bytes leave the maker open', async () => {
    expect((await factsOf(photo, 'a.nef')).mimeType).toBe('image/x-nikon-nef')
  })

  it('is not by the name alone that of Canon, whose files have a mark', async () => {
    expect((await factsOf(photo, 'a.cr2')).mimeType).toBe('image/tiff')
  })
})
