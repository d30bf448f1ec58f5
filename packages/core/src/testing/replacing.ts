import type { MetadataStore } from '../ports/metadata-store.ts'

type Role =
  | 'assets'
  | 'folders'
  | 'apiKeys'
  | 'tickets'
  | 'versions'
  | 'blobs'
  | 'leases'
  | 'sweeps'

/** Methods that replace those of a metadata store, by role. */
export type MetadataReplacements = {
  readonly [R in Role]?: Partial<MetadataStore[R]>
} & Partial<Pick<MetadataStore, 'backup' | 'close'>>

/** The metadata store with some methods replaced. */
export function replacing<Metadata extends MetadataStore>(
  metadata: Metadata,
  {
    assets,
    folders,
    apiKeys,
    tickets,
    versions,
    blobs,
    leases,
    sweeps,
    ...own
  }: MetadataReplacements,
): Metadata {
  return {
    ...metadata,
    ...own,
    assets: { ...metadata.assets, ...assets },
    folders: { ...metadata.folders, ...folders },
    apiKeys: { ...metadata.apiKeys, ...apiKeys },
    tickets: { ...metadata.tickets, ...tickets },
    versions: { ...metadata.versions, ...versions },
    blobs: { ...metadata.blobs, ...blobs },
    leases: { ...metadata.leases, ...leases },
    sweeps: { ...metadata.sweeps, ...sweeps },
  }
}
