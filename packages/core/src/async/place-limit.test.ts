import { expect, it } from 'vitest'
import { PlaceLimit } from './place-limit.ts'

it('gives no place to a caller whose wait was aborted, so that the next one gets it', async () => {
  const places = new PlaceLimit(1)
  await places.take()
  const abort = new AbortController()
  const given: string[] = []
  const aborted = places.run(async () => given.push('aborted'), abort.signal)
  const next = places.run(async () => given.push('next'))
  abort.abort(new Error('gone'))
  await expect(aborted).rejects.toThrow('gone')
  places.give()
  await next
  expect(given).toEqual(['next'])
})

it('is not left by a caller that aborts while its work runs', async () => {
  const places = new PlaceLimit(1)
  const abort = new AbortController()
  const work = places.run(async () => {
    abort.abort()
    return 'done'
  }, abort.signal)
  expect(await work).toBe('done')
  await places.take()
})

it('refuses a caller whose signal has aborted already', async () => {
  const places = new PlaceLimit(1)
  await expect(places.take(AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone')
  await places.take()
})
