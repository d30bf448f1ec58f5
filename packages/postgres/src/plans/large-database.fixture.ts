import { type PostgresFixture, postgresFixture } from '../testing/postgres-fixture.ts'

/** The tenant that has four fifths of everything. */
export const LARGE_TENANT = { id: 1, name: 'default' }

const TENANTS = 20_000

/** The tenant of a row, by its number `n` from 1. */
const TENANT = `CASE WHEN n % 5 > 0 THEN 1 ELSE 2 + n / 5 % ${TENANTS - 1} END`

/** The id of the asset, version or tombstone `n`. */
const uuid = (kind: string): string => `md5('${kind}' || n)::uuid`

/** What time it was at row `n`: microseconds, all in the past. */
const TIME = '1700000000000000 + n * 1000000::bigint'

/** A text of rows numbered from 1. */
const rows = (count: number): string => `FROM generate_series(1, ${count}) n`

const FILL: readonly string[] = [
  `INSERT INTO $schema.tenants (name, next_seq, live, trash)
    SELECT CASE n WHEN 1 THEN 'default' ELSE 'tenant-' || n END, 100001, 1, 0 ${rows(TENANTS)}`,
  `INSERT INTO $schema.assets (id, public_file_id, tenant_id, is_favourite, seq, size, created_at, updated_at,
      trashed_at, pending_until, name, name_key, type, mime_type, extension, sha256, status, folder_id,
      external_id, created_by, blob_key, terms)
    SELECT ${uuid('asset')}, ${uuid('file')}, ${TENANT}, n % 50 = 0, n, n * 7919 % 100000, ${TIME}, ${TIME},
      CASE WHEN n % 10 = 3 THEN ${TIME} END, CASE WHEN n % 100 = 7 THEN ${TIME} END,
      'name-' || n, 'name-' || n * 7907 % 100003, (ARRAY['image', 'video', 'audio'])[1 + n % 3], 'image/jpeg', 'jpg',
      md5(n::text) || md5(n::text), CASE WHEN n % 100 = 9 THEN 'processing' ELSE 'ready' END,
      CASE WHEN n % 2 = 0 THEN 'folder-' || n END, CASE WHEN n % 10 = 1 THEN 'external-' || n END,
      CASE WHEN n % 4 > 0 THEN 'user-' || n % 1000 END, 'blob-' || n,
      format('''%s.img'' ''%s.%s''', ${TENANT}, ${TENANT}, n % 997)::tsvector ${rows(100_000)}`,
  `INSERT INTO $schema.counts (tenant_id, part, list, level, block, n)
    SELECT tenant_id, part, (trashed_at IS NOT NULL)::int, level, seq / (256 ^ (level + 1))::bigint, count(*)
    FROM $schema.assets, generate_series(0, 2) level,
      LATERAL (VALUES (''), ('by:' || created_by)) parts (part)
    WHERE part IS NOT NULL GROUP BY 1, 2, 3, 4, 5`,
  `INSERT INTO $schema.folders (id, tenant_id, height, created_at, updated_at, parent_id, created_by, name,
      sibling_key, name_key)
    SELECT 'folder-' || n, ${TENANT}, 1, ${TIME}, ${TIME},
      CASE WHEN n % 5 > 0 AND n > 2000 THEN 'folder-' || n / 20 - n / 20 % 5 + 1 END,
      CASE WHEN n % 4 > 0 THEN 'user-' || n % 1000 END, 'name-' || n, 'name-' || n, 'name-' || n ${rows(100_000)}`,
  // Owners have ten assets each, one field of one owner has a thousand.
  `INSERT INTO $schema.attachments (tenant_id, owner_type, owner_id, field, asset_id, position, attached_at, key)
    SELECT ${TENANT}, 'post', CASE WHEN n < 1000 THEN '1' ELSE 'post-' || n / 10 END, 'gallery',
      ${uuid('asset')}, n % 10, ${TIME}, 'attachment-' || n ${rows(100_000)}`,
  `INSERT INTO $schema.versions (id, tenant_id, asset_id, replaced_at, expires_at, facts, blob_key, size)
    SELECT ${uuid('version')}, ${TENANT}, ${uuid('asset')}, ${TIME}, ${TIME}, '{}', 'version-' || n, n
      ${rows(100_000)}`,
  `INSERT INTO $schema.blobs (key, state, due, tenant_id)
    SELECT CASE WHEN n > 100000 THEN 'freed-' ELSE 'blob-' END || n, CASE WHEN n > 100000 THEN n % 4 ELSE 4 END,
      CASE WHEN n > 100000 THEN ${TIME} END,
      CASE WHEN n > 100000 AND n % 4 IN (1, 2) AND n % 10 > 0 THEN ${TENANT} END ${rows(200_000)}`,
  `INSERT INTO $schema.keys (id, tenant_id, name, permissions, secret_hash, created_at, revoked_at)
    SELECT 'key-' || n, ${TENANT}, 'name', '[]', 'hash', ${TIME}, CASE WHEN n % 10 > 0 THEN ${TIME} END
      ${rows(100_000)}`,
  `INSERT INTO $schema.upload_tickets (id, tenant_id, files, files_left, bytes, bytes_left, created_at, expires_at,
      key_id, folder_id, secret_hash)
    SELECT 'ticket-' || n, ${TENANT}, 9, 9, 9, 9, ${TIME}, ${TIME}, 'key-' || n, 'folder-' || n, 'hash'
      ${rows(100_000)}`,
  `INSERT INTO $schema.audit (tenant_id, at, actor, action, asset_id)
    SELECT ${TENANT}, ${TIME}, CASE WHEN n % 4 > 0 THEN 'user-' || n % 1000 END,
      (ARRAY['asset.created', 'asset.updated', 'asset.trashed'])[1 + n % 3],
      CASE WHEN n % 20 > 0 THEN ${uuid('asset')} END ${rows(200_000)}`,
  // Kinds of few and of many jobs; four of ten are ready.
  `INSERT INTO $schema.jobs (id, tenant_id, kind, unique_key, payload, priority, state, turn, attempt, fence,
      max_attempts, run_at, lease_until, again, created_at, died_at)
    SELECT ${uuid('job')}, ${TENANT}, CASE WHEN n % 20 > 0 THEN 'a' ELSE 'kind-' || n % 40 END,
      CASE WHEN n % 2 = 0 THEN 'key-' || n END, '{}', n % 3, state, CASE state WHEN 0 THEN n END, 1, 1, 3, ${TIME},
      CASE state WHEN 2 THEN ${TIME} END, false, ${TIME}, CASE state WHEN 3 THEN ${TIME} END
    FROM (SELECT n, greatest(n % 7 - 3, 0) AS state ${rows(100_000)}) numbered`,
  // Of each asset some ten.
  `INSERT INTO $schema.events (rank, id, tenant_id, at, type, asset_id, created_by, actor, data, is_purged)
    SELECT n / 1000, ${uuid('event')}, ${TENANT}, ${TIME},
      (ARRAY['asset.created', 'asset.updated', 'asset.trashed'])[1 + n % 3],
      CASE WHEN n % 20 > 0 THEN md5('asset ' || n / 10)::uuid END, CASE WHEN n % 4 > 0 THEN 'user-' || n % 1000 END,
      NULL, '{}', n % 20 = 1 AND n % 5000 = 1 ${rows(200_000)}`,
  `INSERT INTO $schema.tombstones (tenant_id, id, purged_at) SELECT ${TENANT}, ${uuid('gone')}, ${TIME}
    ${rows(100_000)}`,
  `INSERT INTO $schema.idempotency_records (tenant_id, key, digest, expires_at, ids)
    SELECT ${TENANT}, 'key-' || n, 'digest', ${TIME}, '[]' ${rows(100_000)}`,
  `INSERT INTO $schema.uploads (id, tenant_id, kind, state, name, received, created_by, owner, terms, storage, fence,
      created_at, expires_at, is_cleared, lifetime, is_asked, taken_files, taken_bytes, counted, counted_until,
      due_at, pieces)
    SELECT 'upload-' || n, ${TENANT}, 'whole', CASE WHEN n % 50 = 0 THEN 'receiving' ELSE 'done' END, 'a.bin', n,
      CASE WHEN n % 4 > 0 THEN 'user-' || n % 1000 END, 'user:' || n % 1000, '{}', 'storage-' || n, 1, ${TIME}, ${TIME},
      1 - (n % 50 = 0)::int, 1, 0, 0, 0, n, CASE WHEN n % 500 = 0 THEN ${TIME} END, ${TIME}, '[]' ${rows(100_000)}`,
  `INSERT INTO $schema.webhooks (id, tenant_id, url, state, secrets, failures, revision, created_at, updated_at)
    SELECT 'webhook-' || n, ${TENANT}, 'https://example.com', CASE WHEN n % 5 > 0 THEN 'enabled' ELSE 'disabled' END,
      '[]', 0, 0, ${TIME}, ${TIME} ${rows(20_000)}`,
  `INSERT INTO $schema.deliveries (id, tenant_id, webhook_id, event_id, event_n, type, lane, state, attempts,
      created_at, ended_at)
    SELECT 'delivery-' || n, ${TENANT}, 'webhook-' || CASE WHEN n % 2 = 0 THEN 1 ELSE n % 20000 END, 'event-' || n, n,
      'asset.created', ${uuid('asset')}, n % 3, 1, ${TIME}, CASE WHEN n % 3 > 0 THEN ${TIME} END ${rows(200_000)}`,
  `INSERT INTO $schema.changes (kind, tenant_id, key) SELECT 'asset', 0, ${uuid('asset')} ${rows(100_000)}`,
  `INSERT INTO $schema.changes_made (kind, tenant_id, key) SELECT 'asset', 0, ${uuid('asset')} ${rows(100_000)}`,
]

/**
 * A schema of 100,000 assets and as much of everything else, with the statistics of it: 20,000 tenants, of which
 * `LARGE_TENANT` has four fifths.
 */
export async function largeDatabase(): Promise<PostgresFixture> {
  const fixture = postgresFixture()
  await fixture.open()
  // Indexes are made faster when the rows are there.
  const indexes = await fixture.sql<{ name: string; definition: string }>(
    `SELECT c.relname AS name, pg_get_indexdef(c.oid) AS definition FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1)
        AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = c.oid)`,
    [fixture.schema],
  )
  await fixture.sql(`DROP INDEX ${indexes.map(({ name }) => `$schema.${name}`).join(', ')}`)
  for (const text of FILL) await fixture.sql(text)
  for (const { definition } of indexes) await fixture.sql(definition)
  const tables = await fixture.sql<{ tablename: string }>(
    'SELECT tablename FROM pg_tables WHERE schemaname = $1',
    [fixture.schema],
  )
  await fixture.sql(`ANALYZE ${tables.map(({ tablename }) => `$schema.${tablename}`).join(', ')}`)
  return fixture
}
