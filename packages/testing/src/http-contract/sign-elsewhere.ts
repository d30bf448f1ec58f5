import { randomUUID } from 'node:crypto'
import type { Asset } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import type { SignUrlOptions } from '@stowage/core/types'
import { type HttpFixture, issuedKey } from '../http/http-fixture.ts'
import { HttpClient } from './http-client.ts'

/** A client, and the tenant of its key. */
export async function clientOfTenant(
  fixture: HttpFixture,
): Promise<{ readonly client: HttpClient; readonly tenant: string }> {
  const tenant = `tenant-${randomUUID()}`
  return { client: new HttpClient(fixture, await issuedKey(fixture, { tenant })), tenant }
}

interface Elsewhere {
  readonly secret: string
  readonly tenant: string
  readonly publicFileId: string
  /** Seconds by which the other process's clock is ahead; negative when it is behind. */
  readonly secondsAhead?: number
}

/** The path and query below `/api/v1` that another process signs for a file, with another clock or another secret. */
export async function signElsewhere(
  { secret, tenant, publicFileId, secondsAhead = 0 }: Elsewhere,
  options: SignUrlOptions = {},
): Promise<string> {
  const store = createAssetStore({
    metadata: createMemoryMetadata(),
    blobs: createMemoryBlobs(),
    advanced: { sweepEveryMs: false, clock: () => (Date.now() + secondsAhead * 1000) * 1000 },
    tenant,
    signing: { secrets: [secret] },
  })
  try {
    const asset: Asset = { ...(await store.upload(Buffer.from('x'))), publicFileId }
    return store.urls.sign(asset, options).url.slice('/api/v1'.length)
  } finally {
    await store.close()
  }
}
