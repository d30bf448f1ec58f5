import type { BlobStore } from '../blobs/blob-store.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { AssetStoreOptions } from '../store/opening/asset-store-options.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import type { VariantProcessor, VariantTiming } from './variant-processor.ts'

/** Bytes that these tests take for a picture. */
export const original: Buffer = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
)

/** Makes every variant out of its name, and counts what it is asked for. */
export function fakeProcessor(
  plans: Record<string, VariantTiming>,
  overrides: Partial<VariantProcessor> = {},
): { readonly processor: VariantProcessor; readonly asked: readonly string[] } {
  const asked: string[] = []
  const processor: VariantProcessor = {
    plans: Object.entries(plans).map(([name, timing]) => ({ name, timing })),
    accepts: ({ type }) => type === 'image',
    async make({ file }, names) {
      asked.push(...names)
      const content = await file.read({ start: 0, end: 4 })
      const facts = { mimeType: 'image/webp', extension: 'webp', width: 3, height: 3 }
      const made = names.map((name) => ({
        ...facts,
        name,
        content: Buffer.concat([Buffer.from(`${name} of `), content]),
      }))
      return { made, failed: [] }
    },
    ...overrides,
  }
  return { processor, asked }
}

type GivenVariants = NonNullable<AssetStoreOptions['variants']>

/** What two processes of one app would share. */
export function ports(shared: Partial<PortOptions> = {}): {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  open(variants: GivenVariants, options?: Partial<PortOptions>): AssetStore
  countBlobs(): Promise<number>
} {
  const { clock } = shared.advanced ?? {}
  const metadata = createMemoryMetadata(clock && { clock })
  const blobs = createMemoryBlobs()
  const open = (variants: GivenVariants, options: Partial<PortOptions> = {}) =>
    createAssetStore({
      metadata,
      blobs,
      // Most of these tests look at what an upload resolves to.
      variants: 'processor' in variants ? variants : { processor: variants, when: 'upload' },
      ...shared,
      ...options,
      advanced: { sweepEveryMs: false, ...shared.advanced, ...options.advanced },
    })
  const countBlobs = async () => {
    let count = 0
    for await (const _ of blobs.list()) count += 1
    return count
  }
  return { metadata, blobs, open, countBlobs }
}
