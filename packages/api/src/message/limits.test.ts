import { expect, it } from 'vitest'
import { API_LIMITS, DEFAULT_API_LIMITS } from './limits.ts'

it('has the defaults that its documentation promises, all of them allowed', () => {
  expect(DEFAULT_API_LIMITS).toEqual({
    requestSize: 4 * 1024 ** 3,
    parts: 256,
    textField: 64 * 1024,
    partHeader: 16 * 1024,
    jsonBody: 1024 ** 2,
    idleTimeout: 30_000,
    minimumRate: 1024,
    patienceMs: 30_000,
    concurrentUploadsPerKey: null,
  })
  for (const name of Object.keys(API_LIMITS) as (keyof typeof API_LIMITS)[]) {
    expect(() => API_LIMITS[name](DEFAULT_API_LIMITS[name], name)).not.toThrow()
  }
})
