import { describe, expect, it } from 'vitest'
import { nameOfDisposition } from './disposition-name.ts'

describe('nameOfDisposition', () => {
  it.each([
    [undefined, undefined],
    ['attachment', undefined],
    ['attachment; filename="a b.txt"', 'a b.txt'],
    ['inline; filename=a.txt', 'a.txt'],
    ['attachment; filename="say \\"x\\".txt"', 'say "x".txt'],
    [Buffer.from('attachment; filename="ä.txt"').toString('latin1'), 'ä.txt'],
    ['attachment; filename="x.txt"; filename*=UTF-8\'\'%e2%82%ac%20rates.txt', '€ rates.txt'],
    ['attachment; filename="../../etc/passwd"', '../../etc/passwd'],
  ])('%s is %s', (header, name) => {
    expect(nameOfDisposition(header)).toBe(name)
  })

  it.each([
    '',
    'attachment; filename="a',
    'attachment; filename=a; filename=b',
    "attachment; filename*=UTF-8''%ff",
    "attachment; filename*=UTF-7''a",
  ])('%s is malformed', (header) => {
    expect(() => nameOfDisposition(header)).toThrow(
      expect.objectContaining({
        problems: [expect.objectContaining({ code: 'malformed_request' })],
      }),
    )
  })
})
