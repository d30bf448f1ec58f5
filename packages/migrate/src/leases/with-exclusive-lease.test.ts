import { createLeases, systemClock } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import type { MetadataStore } from '@stowage/core/ports'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { withExclusiveLease } from './with-exclusive-lease.ts'

const name = 'migration/test'
let metadata: MetadataStore

beforeEach(() => {
  metadata = createMemoryMetadata()
})
afterEach(() => metadata.close())

function takenByAnother() {
  return createLeases({ metadata, clock: systemClock(), onError: () => {} }).take(name)
}

describe('withExclusiveLease', () => {
  it('begins nothing for a caller that has aborted already', async () => {
    const reason = new Error('enough')
    let begun = false
    const work = async () => {
      begun = true
    }
    const call = withExclusiveLease({ metadata, name, signal: AbortSignal.abort(reason) }, work)
    await expect(call).rejects.toBe(reason)
    expect(begun).toBe(false)
    expect(await takenByAnother()).not.toBeNull()
  })

  it('rejects with the reason of a caller that aborts while it waits', async () => {
    await takenByAnother()
    const controller = new AbortController()
    const reason = new Error('enough')
    const { signal } = controller
    const call = withExclusiveLease({ metadata, name, signal }, async () => {})
    setImmediate(() => controller.abort(reason))
    await expect(call).rejects.toBe(reason)
  })

  it('gives the lease back when the work fails', async () => {
    const broken = new Error('broken')
    const call = withExclusiveLease({ metadata, name, signal: undefined }, () =>
      Promise.reject(broken),
    )
    await expect(call).rejects.toBe(broken)
    expect(await takenByAnother()).not.toBeNull()
  })
})
