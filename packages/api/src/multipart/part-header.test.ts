import { describe, expect, it } from 'vitest'
import { isAmbiguous, parsePartHeader, partFileName } from './part-header.ts'

const parsed = (...lines: string[]) => parsePartHeader(Buffer.from(lines.join('\r\n'), 'latin1'))

describe('parsePartHeader', () => {
  it('finds both lines among others, in any case, folded or not', () => {
    expect(
      parsed(
        'X: y',
        'content-disposition:  form-data;',
        '\tname="a"',
        'CONTENT-DIGEST: sha-256=:x:',
      ),
    ).toMatchObject({ dispositions: ['form-data;\tname="a"'], contentDigest: 'sha-256=:x:' })
  })

  it('joins the values of several digests, and knows none where there is none', () => {
    expect(parsed('Content-Digest: a=:b:', 'Content-Digest: c=:d:').contentDigest).toBe(
      'a=:b:, c=:d:',
    )
    expect(parsed('Content-Digests: a', 'Content-Digest : b', 'x', '')).toMatchObject({
      dispositions: [],
      contentDigest: undefined,
    })
  })

  it('takes as many lines as busboy does', () => {
    const lines = (count: number) => Array<string>(count).fill('a:')
    expect(() => parsed(...lines(1999))).not.toThrow()
    expect(() => parsed(...lines(2000))).toThrow(expect.objectContaining({ status: 400 }))
  })
})

describe('isAmbiguous', () => {
  it.each([
    [['form-data; name="a"', 'form-data; name="b"'], true],
    [['form-data; name="a"; name="b"'], true],
    [['form-data; name="a"; filename="b"'], false],
    [[], false],
  ])('says of %j: %s', (dispositions, ambiguous) => {
    expect(isAmbiguous({ dispositions })).toBe(ambiguous)
  })
})

describe('partFileName', () => {
  it.each([
    ['form-data; filename="a%22%0d%0A%41"', 'a"\r\n%41'],
    ["form-data; filename*=UTF-8''a%2522", 'a%22'],
    ["form-data; filename*=UTF-9''a; filename=b%22", 'b"'],
    ["form-data; filename*=UTF-9''a", null],
    ['form-data; filename=""', undefined],
    ['form-data', undefined],
  ])('of %s is %j', (disposition, name) => {
    expect(partFileName({ dispositions: [disposition] })).toBe(name)
  })
})

it('gives busboy no `filename*`, and everything else as it came', () => {
  const lines = ['Content-Disposition: form-data; name="a; filename*=b"; filename*=c', 'X: y']
  expect(parsed(...lines).bytes.toString()).toBe(
    'content-disposition: form-data; name="a; filename*=b"\r\nX: y',
  )
  const plain = ['Content-Disposition: form-data;', '\tname="a"']
  expect(parsed(...plain).bytes.toString()).toBe(plain.join('\r\n'))
})
