import { once } from 'node:events'
import { addAbortSignal, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { toStoreError } from './to-store-error.ts'

/** What a stream of Node fails with when this controller aborts it. */
async function streamError(aborting: AbortController): Promise<unknown> {
  const stream = addAbortSignal(aborting.signal, new Readable({ read() {} }))
  const failed = once(stream, 'error')
  aborting.abort(new Error('the user left'))
  const [error] = await failed
  return error
}

it('turns the abort of a stream into the reason of the signal', async () => {
  const aborting = new AbortController()
  const error = await streamError(aborting)
  expect(error).not.toBe(aborting.signal.reason)
  expect(toStoreError(error, aborting.signal)).toBe(aborting.signal.reason)
})

it('does not take the abort of another signal for that of the caller', async () => {
  const error = await streamError(new AbortController())
  expect(toStoreError(error, AbortSignal.abort('mine'))).toMatchObject({ code: 'unavailable' })
  expect(toStoreError(error, undefined)).toMatchObject({ code: 'unavailable', cause: error })
})
