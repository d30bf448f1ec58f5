import { describe, expect, it } from 'vitest'
import { allowPolicy, matchesAny } from './allow-patterns.ts'

describe('allowPolicy', () => {
  it.each([
    [['image/*']],
    [['image/svg+xml', 'application/vnd.ms-excel.sheet.macroenabled.12', 'x-own/*']],
    [[]],
    [() => true],
  ])('lets %j pass', (allow) => {
    expect(() => allowPolicy(allow, 'allow')).not.toThrow()
  })

  it.each([
    [['jpg'], 'allow[0]', /never from file extensions/],
    [['image/png', '.jpg'], 'allow[1]', /never from file extensions/],
    [['*.jpg'], 'allow[0]', /never from file extensions/],
    [['Image/*'], 'allow[0]', /Did you mean 'image\/\*'\?/],
    [[' image/png'], 'allow[0]', /Did you mean 'image\/png'\?/],
    [['images/*'], 'allow[0]', /Did you mean 'image\/…'\?/],
    [['image/'], 'allow[0]', /no file can match/],
    [['image/j*'], 'allow[0]', /no file can match/],
    [['text/plain; charset=utf-8'], 'allow[0]', /no file can match/],
    [['image/jpg'], 'allow[0]', /Did you mean 'image\/jpeg'\?/],
    [['*'], 'allow[0]', /Leave allow out/],
    [['*/*'], 'allow[0]', /Leave allow out/],
    [[/image/], 'allow[0]', /not an object/],
    ['image/*', 'allow', /an array of media types/],
    [Promise.resolve(['image/*']), 'allow', /Await it/],
  ])('refuses %j', (allow, argument, message) => {
    expect(() => allowPolicy(allow, 'allow')).toThrow(
      expect.objectContaining({
        code: 'invalid_argument',
        context: { argument },
        message: expect.stringMatching(message),
      }),
    )
  })
})

describe('matchesAny', () => {
  it('compares whole types: no part of a type is enough', () => {
    const type = 'application/octet-stream'
    for (const pattern of ['a', 'octet-stream', '/*', 'application/octet', 'x-application/*']) {
      expect(matchesAny([pattern], type)).toBe(false)
    }
    for (const pattern of ['application/*', type]) {
      expect(matchesAny(['audio/*', pattern], type)).toBe(true)
    }
  })
})
