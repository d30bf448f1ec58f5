import type { AssetStore, AssetStoreOptions } from '@stowage/core'
import type { LocalLocation } from '../options/location.ts'
import type { Access } from './locate-store.ts'
import { type OpenedStore, openStore } from './open-store.ts'

/** Who a command of this program is in the audit trail. */
export const ACTOR = 'cli'

/** How long entries are kept is for the app to say: a command forgets none that the app would keep. */
const FOREVER = { days: 36_500 }

/** As `openStore`. Where the tenant has an audit trail, the trail also tells what the command changes. */
export async function openAudited(
  location: LocalLocation,
  access: Access,
  onMoved: (words: string) => void,
  options: Partial<AssetStoreOptions> = {},
): Promise<OpenedStore> {
  const opened = await openStore(location, access, onMoved, options)
  if (access === 'read') return opened
  try {
    if (!(await hasTrail(opened.store))) return opened
  } catch (error) {
    await opened.close()
    throw error
  }
  await opened.close()
  const { store, close } = await openStore(location, access, onMoved, {
    ...options,
    audit: FOREVER,
  })
  return { store: store.for({ actor: ACTOR }), close }
}

/** Whether anything was ever noted of the tenant. A database does not know with which options its app opens it. */
export async function hasTrail(store: AssetStore): Promise<boolean> {
  return (await store.admin.audit.list({ limit: 1 })).entries.length > 0
}
