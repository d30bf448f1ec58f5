import path from 'node:path'
import Database from 'better-sqlite3'
import { tokenOf } from '../load/content.mjs'
import { filesBelow } from './blobs-on-disk.mjs'
import { reservationsLeft } from './reservations.mjs'

/** Contents that assets had: their blobs are no leftovers. */
const VERSIONS = `SELECT v.id, v.blob_key AS blobKey, v.size, a.id IS NOT NULL AS isOwned
  FROM versions v LEFT JOIN assets a ON a.id = v.asset_id`

/**
 * What a folder of blobs and the database in another one (or the same) hold that does not belong together, or to the
 * assets that were `found`, as sentences; read past the store. Nothing may have them open.
 */
export async function folderLeftovers({ blobs, directory = blobs, found }) {
  const reservations = await reservationsLeft(directory)
  const left = reservations > 0 ? [`${reservations} reservations`] : []
  const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
  try {
    const value = (sql) => database.prepare(sql).pluck().get()
    const assets = database
      .prepare('SELECT name, blob_key AS blobKey, size, variants FROM assets')
      .all()
    for (const { name } of assets) if (!found.has(tokenOf(name))) left.push(`record ${name}`)
    if (assets.length !== found.size) left.push(`${assets.length} records, ${found.size} are seen`)
    const versions = database.prepare(VERSIONS).all()
    for (const { id, isOwned } of versions) if (!isOwned) left.push(`version ${id} of no asset`)
    const files = assets.flatMap((asset) => [asset, ...JSON.parse(asset.variants ?? '[]')])
    const records = [...files, ...versions]
    const expected = new Set(records.map(({ blobKey }) => blobKey))
    const present = new Set(await filesBelow(blobs))
    for (const name of present) if (!expected.has(name)) left.push(`file ${name}`)
    for (const key of expected) if (!present.has(key)) left.push(`no file ${key}`)
    const integrity = value('PRAGMA integrity_check')
    if (integrity !== 'ok') left.push(`the database: ${integrity}`)
    const bytes = records.reduce((sum, { size }) => sum + size, 0)
    const counted = value('SELECT coalesce(sum(bytes), 0) FROM tenants')
    if (counted !== bytes) left.push(`${counted} bytes are counted, ${bytes} are there`)
    return left
  } finally {
    database.close()
  }
}
