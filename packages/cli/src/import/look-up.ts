import { createHash } from 'node:crypto'
import { types } from 'node:util'
import { type Asset, type AssetStore, isStowageError } from '@stowage/core'
import type { ImportEntry } from '@stowage/import'

/** What an import would find for a file: nothing yet, the same file, or one with other content. */
export type ImportState = 'new' | 'present' | 'differing'

/** Looks a file up by its id, else by its external id, as an import does. Reads its source when the store has it. */
export async function lookUp(store: AssetStore, { item }: ImportEntry): Promise<ImportState> {
  const asset =
    (await orNull(item.id === undefined ? null : store.get(item.id, { trashed: 'include' }))) ??
    (await orNull(
      item.externalId === undefined
        ? null
        : store.get({ externalId: item.externalId }, { trashed: 'include' }),
    ))
  if (asset === null) return 'new'
  const sha256 = item.sha256 ?? (await sha256Of(item.source))
  return sha256 === asset.sha256 ? 'present' : 'differing'
}

async function orNull(found: Promise<Asset> | null): Promise<Asset | null> {
  try {
    return await found
  } catch (error) {
    if (isStowageError(error, 'asset_not_found')) return null
    throw error
  }
}

/** Our own sources are bytes, or streams of bytes. */
async function sha256Of(given: ImportEntry['item']['source']): Promise<string> {
  const source = typeof given === 'function' ? await given() : given
  const hash = createHash('sha256')
  if (types.isUint8Array(source)) hash.update(source)
  else for await (const chunk of source as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
