import path from 'node:path'
import Database from 'better-sqlite3'
import { build } from 'esbuild'
import pg from 'pg'

const PACKAGES = path.resolve(import.meta.dirname, '../../..')
const APPLICATION_ID = 0x53544f57
/** How many of 100 assets each tenant has. */
const TENANTS = [90, 9, 1]

/** The tables of version 1, as they were released: what is in the file never changes. */
async function schemaOf(file) {
  const { outputFiles } = await build({
    entryPoints: [path.join(PACKAGES, file)],
    bundle: true,
    format: 'esm',
    write: false,
  })
  const { SCHEMA } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`)
  return SCHEMA
}

/** Fills a new file with so many assets of version 1. */
export async function makeSqliteVersion1(file, rows) {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = OFF')
  database.exec(await schemaOf('core/src/sqlite/schema/schema.ts'))
  database.pragma(`application_id = ${APPLICATION_ID}`)
  database.pragma('user_version = 1')
  for (const [index, percent] of TENANTS.entries()) {
    const count = Math.floor((rows * percent) / 100)
    const tenant = index + 1
    const insert = database.prepare(`INSERT INTO assets
      SELECT ${tenant}, seq, ${uuid(`${tenant}`, "printf('%012x', seq)")}, ${uuid(`1${tenant}`, "printf('%012x', seq)")},
        ${NAME}, ${TYPE}, 'application/octet-stream', 'bin', NULL, 1000 + seq % 5000, '${'ab'.repeat(32)}', NULL, NULL, NULL,
        'ready', seq % 50 = 0, ${FOLDER}, ${CREATOR}, 1700000000000000 + seq, 1700000000000000 + seq,
        CASE WHEN seq % 33 = 0 THEN 1700000000000000 + seq END, 'blob${tenant}-' || seq,
        CASE WHEN seq % 3 = 0 THEN ${VARIANTS(tenant)} END, NULL
      FROM (WITH RECURSIVE n (seq) AS (VALUES (?) UNION ALL SELECT seq + 1 FROM n WHERE seq < ?) SELECT seq FROM n)`)
    database
      .prepare('INSERT INTO tenants VALUES (?, ?, ?, 0)')
      .run(tenant, `tenant ${tenant}`, count + 1)
    for (let first = 1; first <= count; first += 50_000) {
      insert.run(first, Math.min(count, first + 49_999))
    }
  }
  for (const [level, span] of [2 ** 8, 2 ** 16, 2 ** 24].entries()) {
    database.exec(`INSERT INTO counts SELECT tenant_id, '', trashed_at IS NOT NULL, ${level}, seq / ${span}, count(*)
      FROM assets GROUP BY 1, 3, 5`)
  }
  database.exec(`INSERT INTO counts SELECT tenant_id, 'by:' || ifnull(created_by, ''), trashed_at IS NOT NULL, 0,
      seq / 16384, count(*) FROM assets GROUP BY 1, 2, 3, 5;
    INSERT INTO blobs SELECT blob_key, 4, NULL FROM assets;
    UPDATE tenants SET bytes = (SELECT sum(size + CASE WHEN variants IS NULL THEN 0 ELSE 12 END) FROM assets
      WHERE tenant_id = tenants.id)`)
  database.pragma('wal_checkpoint(TRUNCATE)')
  database.close()
}

/** Fills a new schema with so many assets of version 1. */
export async function makePostgresVersion1(url, schema, rows) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const quoted = pg.escapeIdentifier(schema)
  const run = (text) => client.query(text.replaceAll('$schema', () => quoted))
  await run('CREATE SCHEMA $schema')
  await run(await schemaOf('postgres/src/schema/schema.ts'))
  await run(`CREATE TABLE $schema.schema_version (one boolean PRIMARY KEY DEFAULT true CHECK (one),
    version integer NOT NULL DEFAULT 0, holder text, until timestamptz);
    INSERT INTO $schema.schema_version (version) VALUES (1)`)
  for (const [index, percent] of TENANTS.entries()) {
    const count = Math.floor((rows * percent) / 100)
    const tenant = index + 1
    await run(
      `INSERT INTO $schema.tenants (name, next_seq) VALUES ('tenant ${tenant}', ${count + 1})`,
    )
    await run(`INSERT INTO $schema.assets (id, public_file_id, tenant_id, is_favourite, seq, size, created_at, updated_at,
        trashed_at, name, type, mime_type, extension, sha256, status, folder_id, created_by, blob_key, variants)
      SELECT (${uuid(`${tenant}`, "lpad(to_hex(seq), 12, '0')")})::uuid,
        (${uuid(`1${tenant}`, "lpad(to_hex(seq), 12, '0')")})::uuid, ${tenant}, seq % 50 = 0, seq, 1000 + seq % 5000,
        1700000000000000 + seq, 1700000000000000 + seq, CASE WHEN seq % 33 = 0 THEN 1700000000000000 + seq END,
        ${NAME}, ${TYPE}, 'application/octet-stream', 'bin', '${'ab'.repeat(32)}', 'ready', ${FOLDER}, ${CREATOR},
        'blob${tenant}-' || seq, CASE WHEN seq % 3 = 0 THEN (${VARIANTS(tenant)})::jsonb END
      FROM generate_series(1, ${count}::bigint) seq`)
  }
  await run(`INSERT INTO $schema.counts SELECT tenant_id, '', (trashed_at IS NOT NULL)::int, level,
      seq / (256 ^ (level + 1))::bigint, count(*) FROM $schema.assets, generate_series(0, 2) level GROUP BY 1, 3, 4, 5;
    INSERT INTO $schema.counts SELECT tenant_id, 'by:' || coalesce(created_by, ''), (trashed_at IS NOT NULL)::int, 0,
      seq / 16384, count(*) FROM $schema.assets GROUP BY 1, 2, 3, 5;
    INSERT INTO $schema.blobs (key, state) SELECT blob_key, 4 FROM $schema.assets;
    UPDATE $schema.tenants t SET (bytes, live, trash) = (SELECT sum(size + CASE WHEN variants IS NULL THEN 0 ELSE 12 END),
      count(*) FILTER (WHERE trashed_at IS NULL), count(trashed_at) FROM $schema.assets WHERE tenant_id = t.id)`)
  await run('VACUUM ANALYZE')
  await client.end()
}

/** Names with accents and numbers; folders that no folder names. */
const NAME = `CASE seq % 4 WHEN 0 THEN 'IMG_' || seq || '.jpg' WHEN 1 THEN 'Zürich café ' || seq % 500 || '.pdf'
  WHEN 2 THEN 'Straße-Ångström_' || seq || '.mp4' ELSE 'report 0' || seq % 100 || ' final.txt' END`
const TYPE = `CASE seq % 4 WHEN 0 THEN 'image' WHEN 1 THEN 'document' WHEN 2 THEN 'video' ELSE 'other' END`
const FOLDER = `CASE WHEN seq % 7 = 0 THEN 'folder-' || seq % 300 END`
const CREATOR = `CASE WHEN seq % 5 > 0 THEN 'user-' || seq % 200 END`
const VARIANTS = (tenant) =>
  `'[{"name":"thumb","blobKey":"v${tenant}-' || seq || '","size":12,"width":1,"height":1,"mimeType":"image/webp"}]'`

/** Spreads over the index, as random ones do; differs for each prefix and number. */
function uuid(prefix, hex) {
  const start = `substr(${hex}, 11, 2) || substr(${hex}, 9, 2) || '${prefix.padStart(4, '0')}'`
  return `${start} || '-0000-7000-8000-' || ${hex}`
}
