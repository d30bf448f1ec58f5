import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { HTTP_SIGNING_SECRET, HTTP_WEBHOOKS } from '@stowage/testing/http'

/** A store with `signing` that keeps everything in memory. */
export async function openMemoryStore(): Promise<{
  readonly store: AssetStore
  dispose(): Promise<void>
}> {
  const [metadata, blobs] = [createMemoryMetadata(), createMemoryBlobs()]
  const signing = { secrets: [HTTP_SIGNING_SECRET] }
  const store = createAssetStore({
    metadata,
    blobs,
    webhooks: HTTP_WEBHOOKS,
    advanced: { sweepEveryMs: false },
    signing,
  })
  return { store, dispose: () => store.close() }
}
