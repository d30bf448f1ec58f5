import { expect, it } from 'vitest'
import { whenMade } from './when-made.ts'

it('makes variants in the background where jobs run, else at the first request', () => {
  expect([whenMade({}, true), whenMade({}, false)]).toEqual(['background', 'request'])
  for (const when of ['background', 'upload', 'request'] as const) {
    expect([whenMade({ when }, true), whenMade({ when }, false)]).toEqual([when, when])
  }
})

it.each([{ waitMs: 1 }, { whenBusy: 'store' }, { whenFailed: 'refuse' }] as const)(
  'waits where %o says how, and refuses it where no upload waits',
  (waiting) => {
    expect(whenMade(waiting, true)).toBe('upload')
    expect(whenMade({ ...waiting, when: 'upload' }, true)).toBe('upload')
    const [name] = Object.keys(waiting)
    for (const when of ['background', 'request'] as const) {
      expect(() => whenMade({ ...waiting, when }, true)).toThrow(
        expect.objectContaining({
          code: 'invalid_argument',
          context: { argument: `variants.${name}` },
        }),
      )
    }
  },
)
