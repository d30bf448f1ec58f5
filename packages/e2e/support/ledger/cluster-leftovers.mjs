import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import pg from 'pg'
import { BUCKET, s3Client } from '../cluster/places.mjs'

/** Each level of each list, in all and of each creator, type and folder, that counts others, or other bytes, than there are. */
const WRONG_COUNTS = `WITH
  counted AS (SELECT tenant_id, part, list, level, sum(n) AS n, sum(bytes) AS bytes FROM $counts GROUP BY 1, 2, 3, 4),
  sizes AS (SELECT *, (trashed_at IS NOT NULL)::int AS list, size + coalesce(
    (SELECT sum((v ->> 'size')::bigint) FROM jsonb_array_elements(variants) v), 0) AS bytes FROM $assets),
  there AS (SELECT tenant_id, part, list, count(*) AS n, sum(bytes) AS bytes
    FROM sizes, unnest(ARRAY['', 'by:' || coalesce(created_by, ''), 'type:' || type, 'in:' || folder_id]) AS part
    WHERE part IS NOT NULL GROUP BY 1, 2, 3)
  SELECT tenant_id, part, list, c.level, c.n AS counted, t.n AS there, c.bytes AS counted_bytes, t.bytes
  FROM counted c FULL JOIN there t USING (tenant_id, part, list)
  WHERE c.n IS DISTINCT FROM t.n
    OR c.bytes IS DISTINCT FROM CASE WHEN part = '' AND c.level < 2 THEN 0 ELSE t.bytes END`

/**
 * What a schema of PostgreSQL and a bucket hold that does not belong together, as sentences; read past the ports. No
 * process may use the store.
 */
export async function clusterLeftovers({ postgresUrl, schema, s3, directory }) {
  const left = []
  const client = new pg.Client({ connectionString: postgresUrl })
  await client.connect()
  const rows = async (text) => (await client.query(text.replaceAll('$', `"${schema}".`))).rows
  const [recount] = await rows(`SELECT
    (SELECT count(*) FROM $assets WHERE trashed_at IS NULL) AS live,
    (SELECT count(*) FROM $assets WHERE trashed_at IS NOT NULL) AS trash,
    (SELECT coalesce(sum(size), 0) FROM $assets) AS bytes`)
  const [kept] = await rows(
    'SELECT sum(live) AS live, sum(trash) AS trash, sum(bytes) AS bytes FROM $tenants',
  )
  if (JSON.stringify(kept) !== JSON.stringify(recount)) {
    left.push(`kept ${JSON.stringify(kept)}, counted ${JSON.stringify(recount)}`)
  }
  for (const wrong of await rows(WRONG_COUNTS)) left.push(`counts: ${JSON.stringify(wrong)}`)
  const keys = (await rows('SELECT blob_key FROM $assets')).map(({ blob_key }) => blob_key)
  const blobs = await rows('SELECT key, state FROM $blobs')
  const reserved = blobs.filter(({ state }) => state !== 4)
  if (reserved.length > 0) left.push(`${reserved.length} keys are reserved or claimed`)
  left.push(
    ...differences(
      'row of a blob',
      keys,
      blobs.map(({ key }) => key),
    ),
  )
  const leases = await rows('SELECT name FROM $leases')
  if (leases.length > 0) left.push(`leases: ${leases.map(({ name }) => name)}`)
  await client.end()

  const bucket = s3Client(s3)
  const Prefix = `${schema}/`
  const objects = []
  for await (const { Contents = [] } of paginateListObjectsV2(
    { client: bucket },
    { Bucket: BUCKET, Prefix },
  )) {
    objects.push(...Contents.map(({ Key }) => Key.slice(Key.lastIndexOf('/') + 1)))
  }
  left.push(...differences('object', keys, objects))
  const { Uploads = [] } = await bucket.send(
    new ListMultipartUploadsCommand({ Bucket: BUCKET, Prefix }),
  )
  if (Uploads.length > 0) left.push(`${Uploads.length} multipart uploads are not finished`)
  bucket.destroy()
  return { left, counts: { ...recount, objects: objects.length }, staged: await staged(directory) }
}

function differences(what, expected, found) {
  const [wanted, there] = [new Set(expected), new Set(found)]
  const missing = expected.filter((key) => !there.has(key))
  const beyond = found.filter((key) => !wanted.has(key))
  return [
    ...missing.map((key) => `no ${what} ${key}`),
    ...beyond.map((key) => `an unexpected ${what}: ${key}`),
  ]
}

/** Files that wait on the disks of the instances. */
async function staged(directory) {
  const names = await readdir(directory)
  const each = names.map((name) => readdir(path.join(directory, name, 'staging')).catch(() => []))
  return (await Promise.all(each)).flat().length
}
