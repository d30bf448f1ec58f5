import type { MetadataStore } from '../../ports/metadata-store.ts'

/** The same records, whose lists wait in the turn of this caller. */
export function callingMetadata(metadata: MetadataStore, caller: string): MetadataStore {
  const { assets } = metadata
  const list: typeof assets.list = (query) => assets.list(Object.assign({ caller }, query))
  const calling = Object.assign(Object.create(assets), { list })
  return Object.assign(Object.create(metadata), { assets: calling }) as MetadataStore
}
