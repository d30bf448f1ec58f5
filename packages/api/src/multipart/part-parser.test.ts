import { beforeEach, describe, expect, it } from 'vitest'
import { PartParser } from './part-parser.ts'

let parser: PartParser
beforeEach(() => {
  parser = new PartParser('a "boundary" \\ with signs')
})

const parse = (header: string, content = '') =>
  parser.parse(Buffer.from(header), Buffer.from(content, 'latin1'))

const TEXT = 'Content-Disposition: form-data; name="a"'

describe('PartParser', () => {
  it('takes a part as a file when it has a file name, or is application/octet-stream', async () => {
    const text = { name: 'a', isFile: false, text: 'x' }
    const file = { name: 'a', isFile: true, text: '' }
    expect(await parse(TEXT, 'x')).toEqual(text)
    expect(await parse(`${TEXT}; filename="ä/b.txt"`)).toEqual(file)
    expect(await parse(`${TEXT}\r\nContent-Type: application/octet-stream`)).toEqual(file)
  })

  it('reads names without a value, in UTF-8, and folded', async () => {
    expect(await parse('Content-Disposition: form-data')).toMatchObject({ name: '' })
    expect(await parse('Content-Disposition: form-data; name=""')).toMatchObject({ name: '' })
    expect(await parse('Content-Disposition: form-data;\r\n name="ü"')).toMatchObject({ name: 'ü' })
  })

  it('reads text in the charset that the part names, however long', async () => {
    const utf16 = Buffer.from('ä', 'utf16le').toString('latin1')
    const type = 'Content-Type: text/plain; charset=utf-16le'
    expect(await parse(`${TEXT}\r\n${type}`, utf16)).toMatchObject({ text: 'ä' })
    const long = 'x'.repeat(2 * 1024 ** 2)
    expect(await parse(TEXT, long)).toMatchObject({ text: long })
  })

  it.each([
    ['', ''],
    ['Content-Type: text/plain', ''],
    ['Content-Disposition: attachment; name="a"', ''],
    ['Content-Disposition: form-data; name="a', ''],
    ["Content-Disposition: form-data; name=a; filename*=UTF-8''%zz", ''],
    [`${TEXT}\r\nno colon`, ''],
    [`${TEXT}\r\n: no name`, ''],
    [`X : y\r\n${TEXT}`, ''],
    [` ${TEXT}`, ''],
    [`${TEXT}\r\nX: a\0`, ''],
    [`${TEXT}\r\nX: ${'y'.repeat(16 * 1024)}`, ''],
    [`${TEXT}\r\nContent-Type: text/plain; charset=klingon`, 'x'],
  ])('refuses %j with %j', async (header, content) => {
    await expect(parse(header, content)).rejects.toMatchObject({
      problems: [{ code: 'malformed_request' }],
    })
  })
})
