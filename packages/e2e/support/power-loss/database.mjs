import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import Database from 'better-sqlite3'
import { ownerText } from './states.mjs'

/** Of the database: the index of its log does not outlive the processes that share it. */
const FILES = ['stowage.db', 'stowage.db-wal', 'stowage.db-journal']

/** Of one cut, most images have one of a few databases. */
const REMEMBERED = 20

/**
 * Reads databases as SQLite recovers them after a power loss, in a directory of their own. `files` maps
 * names to `{ version, node, bytes }`. Resolves to what is in it, `null` when there is none yet, or
 * `{ broken }` with the reason. Files that were read lately are not read again.
 */
export function createDatabaseReader(directory) {
  const known = new Map()

  return async function read(files) {
    const present = FILES.flatMap((name) => {
      const file = files.get(name)
      return file === undefined ? [] : [{ name, ...file }]
    })
    const key = present.map(({ name, node, version }) => `${name}:${node.id}:${version}`).join()
    if (!known.has(key)) {
      const [oldest] = known.keys()
      if (known.size === REMEMBERED) known.delete(oldest)
      known.set(key, await readAnew(present))
    }
    return known.get(key)
  }

  async function readAnew(present) {
    await mkdir(directory)
    try {
      for (const { name, bytes } of present) await writeFile(path.join(directory, name), bytes)
      return contentOf(path.join(directory, 'stowage.db'))
    } finally {
      await rm(directory, { recursive: true })
    }
  }
}

function contentOf(file) {
  let database
  try {
    database = new Database(file)
    // This copy may be lost.
    database.pragma('synchronous = OFF')
    const damage = database.pragma('integrity_check', { simple: true })
    if (damage !== 'ok') return { broken: damage }
    const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get()
    if (tables === 0) return null
    const all = (sql) => database.prepare(sql).all()
    const versions = byAsset(all('SELECT * FROM versions'))
    const owners = byAsset(all('SELECT * FROM attachments'))
    return {
      assets: all('SELECT * FROM assets').map((row) =>
        assetOf(row, versions.get(row.id) ?? [], owners.get(row.id) ?? []),
      ),
      doomed: new Set(all(doomedKeys(database)).map(({ key }) => key)),
      told: toldOf(all('SELECT n, type, asset_id FROM events ORDER BY n')),
      jobs: all('SELECT id, kind, unique_key FROM jobs'),
      keys: new Map(all('SELECT id, revoked_at FROM keys').map((row) => [row.id, row])),
      lists: all(LISTS),
    }
  } catch (error) {
    return { broken: error.message }
  } finally {
    database?.close()
  }
}

/**
 * How many assets each list has, in all and of each creator, type and folder, and how many it counts; then the same of
 * their bytes.
 */
const LISTS = `WITH
  lists AS (SELECT 0 AS list UNION SELECT 1),
  sizes AS (SELECT tenant_id, (trashed_at IS NOT NULL) AS list, created_by, type, folder_id,
    size + coalesce((SELECT sum(value ->> 'size') FROM json_each(variants)), 0) AS bytes FROM assets),
  has AS (SELECT tenant_id, list, bytes, '' AS part FROM sizes
    UNION ALL SELECT tenant_id, list, bytes, 'by:' || coalesce(created_by, '') FROM sizes
    UNION ALL SELECT tenant_id, list, bytes, 'type:' || type FROM sizes
    UNION ALL SELECT tenant_id, list, bytes, 'in:' || folder_id FROM sizes WHERE folder_id IS NOT NULL),
  parts AS (SELECT tenant_id, part FROM has UNION SELECT tenant_id, part FROM counts),
  sums AS (SELECT
      (SELECT count(*) FROM has h WHERE h.tenant_id = p.tenant_id AND h.part = p.part AND h.list = l.list) AS there,
      coalesce((SELECT sum(n) FROM counts c WHERE c.tenant_id = p.tenant_id AND c.part = p.part
        AND c.list = l.list AND level = 0), 0) AS counted,
      coalesce((SELECT sum(bytes) FROM has h WHERE h.tenant_id = p.tenant_id AND h.part = p.part
        AND h.list = l.list), 0) AS bytes_there,
      coalesce((SELECT sum(bytes) FROM counts c WHERE c.tenant_id = p.tenant_id AND c.part = p.part
        AND c.list = l.list), 0) AS bytes_counted
    FROM parts p, lists l)
  SELECT there, counted FROM sums UNION ALL SELECT bytes_there, bytes_counted FROM sums
  UNION ALL SELECT (SELECT count(*) FROM assets a WHERE a.tenant_id = t.id), assets FROM tenants t`

/** Blobs that a sweep will delete, from whichever table says when: its name is not the same in all versions. */
function doomedKeys(database) {
  const table = database
    .prepare(`SELECT name FROM sqlite_schema AS s WHERE type = 'table' AND EXISTS
      (SELECT 1 FROM pragma_table_info(s.name) WHERE name = 'delete_after')`)
    .pluck()
    .get()
  return `SELECT key FROM ${table} WHERE delete_after IS NOT NULL`
}

/** By id of an asset: how many events of each type it has, and the types in their order. */
function toldOf(rows) {
  const told = new Map()
  for (const { type, asset_id: id } of rows) {
    if (id === null || !type.startsWith('asset.')) continue
    const { order, ...counts } = told.get(id) ?? { order: [] }
    const name = type.slice('asset.'.length)
    told.set(id, { ...counts, [name]: (counts[name] ?? 0) + 1, order: [...order, name] })
  }
  return told
}

function byAsset(rows) {
  const groups = new Map()
  for (const row of rows) groups.set(row.asset_id, [...(groups.get(row.asset_id) ?? []), row])
  return groups
}

/** With the blobs of the contents that it had: none may be missing, and none be swept. */
function assetOf(row, versions, attachments) {
  const variants = JSON.parse(row.variants ?? '[]')
  const earlier = versions.map(({ blob_key: blobKey, size, facts }) => ({
    blobKey,
    size,
    sha256: JSON.parse(facts).sha256,
  }))
  const owners = attachments.map((attachment) =>
    ownerText({
      type: attachment.owner_type,
      id: attachment.owner_id,
      field: attachment.field,
    }),
  )
  return {
    id: row.id,
    name: row.name,
    variants: variants.map(({ name }) => name),
    isFavourite: row.is_favourite === 1,
    trashed: row.trashed_at !== null,
    pending: row.pending_until !== null,
    size: row.size,
    sha256: row.sha256,
    versions: earlier.map(({ sha256 }) => sha256).sort(),
    owners: owners.sort(),
    blobs: [{ blobKey: row.blob_key, size: row.size, sha256: row.sha256 }, ...variants, ...earlier],
  }
}
