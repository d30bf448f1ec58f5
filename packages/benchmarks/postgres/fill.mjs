/**
 * Fills an empty schema with this many active assets, spread evenly over `tenant 1` … `tenant n`, in one go inside the
 * server. Unless `plain` is false, also creates `plain_assets`: the same rows and indexes, and nothing else.
 */
export async function fill(pool, { schema, tenants, rows, plain = true }) {
  const each = Math.floor(rows / tenants)
  const run = (text, values) => pool.query(text.replaceAll('$schema', schema), values)
  await run(
    `INSERT INTO $schema.tenants (name, next_seq, bytes, live)
      SELECT 'tenant ' || n, $2::bigint + 1, $2::bigint * 1000, $2 FROM generate_series(1, $1::int) n ORDER BY n`,
    [tenants, each],
  )
  await run(
    `INSERT INTO $schema.assets (id, public_file_id, tenant_id, is_favourite, seq, size, created_at,
        updated_at, width, height, name, name_key, terms, type, mime_type, extension, sha256, status, blob_key)
      SELECT
        -- In order of time, as version 7 is.
        (lpad(to_hex(1700000000000 + seq), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
          || 'a' || substr(md5(random()::text), 1, 15))::uuid,
        gen_random_uuid(), tenant, false, seq, 1000, 1700000000000000 + seq, 1700000000000000 + seq, 4000,
        3000, 'IMG_' || seq || '.jpg', 'img_0' || length(seq::text) || seq || '.jpg', '', 'image', 'image/jpeg', 'jpg', repeat('ab', 32), 'ready',
        '01jk3' || substr(md5(random()::text), 1, 27)
      FROM generate_series(1, $2::bigint) seq, generate_series(1, $1::int) tenant`,
    [tenants, each],
  )
  await run(
    `INSERT INTO $schema.counts (tenant_id, part, list, level, block, n, bytes)
      SELECT tenant_id, '', 0, level, seq / (256 ^ (level + 1))::bigint, count(*),
        CASE level WHEN 2 THEN sum(size) ELSE 0 END
      FROM $schema.assets, generate_series(0, 2) level GROUP BY 1, 2, 3, 4, 5`,
  )
  await run(
    `INSERT INTO $schema.counts (tenant_id, part, list, level, block, n, bytes)
      SELECT tenant_id, part, 0, 0, seq / 16384, count(*), sum(size)
      FROM $schema.assets, unnest(ARRAY['by:', 'type:image']) part GROUP BY 1, 2, 5`,
  )
  await run('INSERT INTO $schema.blobs (key, state) SELECT blob_key, 4 FROM $schema.assets')
  if (plain) {
    await run('CREATE TABLE $schema.plain_assets (LIKE $schema.assets INCLUDING ALL)')
    await run('INSERT INTO $schema.plain_assets SELECT * FROM $schema.assets')
  }
  await run('VACUUM ANALYZE')
}
