import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import Database from 'better-sqlite3'

const SAMPLE = 100_000

/**
 * A store with this many assets in `directory`: one that was uploaded, and copies of its record under other ids,
 * written with SQL because ten million uploads take hours. Resolves to a key and to ids of assets from all over it.
 */
export async function buildLibrary(directory, count) {
  const store = await openAssetStore({ directory, advanced: { sweepEveryMs: false } })
  const { token } = await store.keys.create({ name: 'benchmark' })
  await store.upload(Buffer.from('what all of these assets hold'), { name: 'photo.jpg' })
  await store.close()
  const database = new Database(path.join(directory, 'stowage.db'))
  database.pragma('synchronous = OFF')
  database.pragma('cache_size = -262144')
  try {
    database.transaction(() => multiply(database, count))()
    const step = Math.ceil(count / SAMPLE)
    const ids = database.prepare('SELECT id FROM assets WHERE seq % ? = 0').pluck().all(step)
    return { token, ids }
  } finally {
    database.close()
  }
}

function multiply(database, count) {
  const columns = database.pragma('table_info(assets)').map(({ name }) => name)
  // Keys spread over their whole range, like random ones, but come in order, so that indexes fill quickly.
  const spread = `printf('%08x', CAST(n.value * (4294967295.0 / ${count}) AS INTEGER))`
  const OWN = {
    seq: 'n.value',
    id: `printf('01990000-%04x-7%03x-8000-%012x', n.value >> 12, n.value & 4095, n.value)`,
    public_file_id: `${spread} || printf('-0000-4000-8000-%012x', n.value)`,
    blob_key: `${spread} || printf('%024x', n.value)`,
  }
  const values = columns.map((name) => OWN[name] ?? `a.${name}`)
  database.exec(`
    WITH RECURSIVE n(value) AS (SELECT 2 UNION ALL SELECT value + 1 FROM n WHERE value < ${count})
    INSERT INTO assets (${columns.join(', ')})
    SELECT ${values.join(', ')} FROM n, (SELECT * FROM assets WHERE seq = 1) a;
    UPDATE tenants SET next_seq = ${count + 1}, assets = ${count}, bytes = bytes * ${count};
  `)
  const counted = database.prepare('SELECT part, level, bytes FROM counts').all()
  database.exec('DELETE FROM counts')
  for (const { part, level, bytes } of counted) {
    const levels = counted.filter((row) => row.part === part).length
    database.prepare(COUNT).run({ part, level, bytes, span: spanOf(level, levels) })
  }
}

const COUNT = `INSERT INTO counts (tenant_id, part, list, level, block, n, bytes)
  SELECT tenant_id, :part, 0, :level, seq / CAST(:span AS INTEGER) AS at, COUNT(*), COUNT(*) * :bytes
    FROM assets GROUP BY tenant_id, at`

/** How many insertion numbers a block of this level covers: see `blockSizes` of the core. */
function spanOf(level, levels) {
  return levels === 1 ? 2 ** 14 : 2 ** (8 * (level + 1))
}
