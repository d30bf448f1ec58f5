import type { AssetStore, AssetStoreOptions } from '@stowage/core'
import type { LocalLocation } from '../options/location.ts'
import type { Access } from './locate-store.ts'
import { type OpenedStore, openStore } from './open-store.ts'

/** The actor of this program's commands in the audit trail. */
export const ACTOR = 'cli'

/** The app decides how long entries are kept: a command must not forget any that the app would keep. */
const FOREVER = { days: 36_500 }

/** Like `openStore`. When the tenant has an audit trail, it also records the changes of the command. */
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

/**
 * Whether anything was ever recorded about the tenant. A database does not know with which options its app opens it.
 */
export async function hasTrail(store: AssetStore): Promise<boolean> {
  return (await store.admin.audit.list({ limit: 1 })).entries.length > 0
}
