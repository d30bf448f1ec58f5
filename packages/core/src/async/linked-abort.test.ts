import { getEventListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { heapUsed } from '../testing/heap-used.ts'
import { LinkedAbort } from './linked-abort.ts'

describe('LinkedAbort', () => {
  it('aborts with the first of its signals, and for its reason', () => {
    const [first, second] = [new AbortController(), new AbortController()]
    const linked = new LinkedAbort(first.signal, undefined, second.signal)
    expect(linked.signal.aborted).toBe(false)
    second.abort('the second')
    first.abort('the first')
    expect(linked.signal.reason).toBe('the second')
  })

  it('is aborted from the start when one of them is', () => {
    expect(new LinkedAbort(undefined, AbortSignal.abort('before')).signal.reason).toBe('before')
  })

  it('aborts by itself without touching them', () => {
    const { signal } = new AbortController()
    const linked = new LinkedAbort(signal)
    linked.abort('itself')
    expect(linked.signal.reason).toBe('itself')
    expect(signal.aborted).toBe(false)
  })

  it('aborts with a time limit that nothing else refers to, when garbage is collected', async () => {
    const linked = new LinkedAbort(AbortSignal.timeout(100))
    await wait(10)
    heapUsed()
    while (!linked.signal.aborted) await wait(10)
    expect(linked.signal.reason).toMatchObject({ name: 'TimeoutError' })
  })

  it('leaves nothing at its signals once unlinked', () => {
    const controller = new AbortController()
    const linked = new LinkedAbort(controller.signal)
    linked.unlink()
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
    controller.abort()
    expect(linked.signal.aborted).toBe(false)
  })
})
