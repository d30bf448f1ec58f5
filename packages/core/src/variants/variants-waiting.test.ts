import { storedOne } from '@stowage/testing'
import { expect, it } from 'vitest'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { ReservedKeys } from '../blobs/reserved-keys.ts'
import { createMemoryStaging } from '../memory/staging.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { replacing } from '../testing/replacing.ts'
import { createVariants } from './variants.ts'

it('waits for another process by pauses that grow, and at most for twice its lease', async () => {
  const metadata = createMemoryMetadata()
  const asset = await storedOne(metadata)
  const pauses: number[] = []
  const variants = createVariants({
    processor: {
      plans: [{ name: 'thumbnail', timing: 'on-demand' }],
      accepts: () => true,
      make: () => expect.fail('nothing is made without the lease'),
    },
    when: 'upload',
    whenBusy: 'store',
    whenFailed: 'store',
    // As if it were renewed again and again.
    metadata: replacing(metadata, { leases: { acquire: async () => false } }),
    blobs: createMemoryBlobs(),
    staging: createMemoryStaging(),
    keys: {} as ReservedKeys,
    collector: {} as BlobCollector,
    grace: 0,
    clock: () => Date.now() * 1000,
    closing: new AbortController().signal,
    pause: async (millis) => {
      pauses.push(millis)
    },
    onError: () => {},
  })
  await expect(variants.demand(asset, 'thumbnail', undefined)).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(pauses.slice(0, 7)).toEqual([50, 100, 200, 400, 800, 1600, 2000])
  const waited = pauses.reduce((sum, pause) => sum + pause, 0)
  expect(waited).toBeGreaterThanOrEqual(120_000)
  expect(waited).toBeLessThan(123_000)
  await variants.close()
})
