import { describe, expect, it } from 'vitest'
import { fileNameOf } from './file-name-of.ts'

describe('fileNameOf', () => {
  it.each([
    ['attachment', undefined],
    ['form-data; name="file"', undefined],
    ['attachment; filename="a b.txt"', 'a b.txt'],
    ['inline; filename=a.txt', 'a.txt'],
    ['attachment; filename="say \\"x\\".txt"', 'say "x".txt'],
    ['attachment; filename="C:\\photo.jpg"', 'C:\\photo.jpg'],
    [Buffer.from('attachment; filename="ä.txt"').toString('latin1'), 'ä.txt'],
    [Buffer.from('attachment; filename="ä.txt"', 'latin1').toString('latin1'), 'ä.txt'],
    ['attachment; filename="x.txt"; filename*=UTF-8\'\'%e2%82%ac%20rates.txt', '€ rates.txt'],
    ['attachment; filename="x.txt"; filename*="utf-8\'en\'caf%C3%A9.txt"', 'café.txt'],
    ["attachment; filename*=ISO-8859-1''caf%E9.txt", 'café.txt'],
    ["attachment; filename*=UTF-8''%ff; filename=a.txt", 'a.txt'],
    ["attachment; filename*=UTF-7''a; filename=a.txt", 'a.txt'],
    ["attachment; filename*=ISO-8859-1''%e; filename=a.txt", 'a.txt'],
    ['attachment; filename="../../etc/passwd"', '../../etc/passwd'],
  ])('%s is %s', (header, name) => {
    expect(fileNameOf(header)?.name).toBe(name)
    expect(fileNameOf(header)).not.toBe(null)
  })

  it.each([
    '',
    'attachment; filename="a',
    'attachment; filename=a; filename=b',
    "attachment; filename*=UTF-8''%ff",
    "attachment; filename*=UTF-8''%zz",
    "attachment; filename*=UTF-7''a",
    "attachment; filename*=ISO-8859-1''%e",
    'attachment; filename*=a.txt',
  ])('%s cannot be read', (header) => {
    expect(fileNameOf(header)).toBe(null)
  })

  it('says in which of both the name stood', () => {
    expect(fileNameOf("a; filename*=UTF-8''a%2522")).toEqual({ name: 'a%22', isExtended: true })
    expect(fileNameOf('a; filename="a%22"')).toEqual({ name: 'a%22', isExtended: false })
  })
})
