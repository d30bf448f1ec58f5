// Where a text is kept: in the folder of a place, in its bucket, in its database. Names of what holds it.
import { buffer } from 'node:stream/consumers'
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import pg from 'pg'
import { filesWith } from '../files-with.mjs'
import { clientConfig } from '../migrate/places.mjs'

export async function keptIn({ directory, bucket, s3, url, schema }, text) {
  const found = await filesWith(directory, text)
  if (s3 !== undefined) found.push(...(await objectsWith(bucket, s3, text)))
  if (url !== undefined) found.push(...(await tablesWith(url, schema, text)))
  return found
}

/** Keys of the objects that hold it, or have it in their key. */
async function objectsWith(bucket, s3, text) {
  const client = new S3Client(clientConfig(s3))
  const found = []
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket })) {
    for (const { Key } of Contents) {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key }))
      if (Key.includes(text) || isHeld(await buffer(Body), text)) found.push(`object ${Key}`)
    }
  }
  client.destroy()
  return found
}

/**
 * Tables that have a row with it; then, once they are written anew as an operator would do it (`VACUUM FULL`), the files of
 * tables, indexes and long values that hold it.
 */
async function tablesWith(url, schema, text) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ask = async (query, values) => (await client.query(query, values)).rows
  const found = []
  const tables = await ask('SELECT tablename FROM pg_tables WHERE schemaname = $1', [schema])
  for (const { tablename } of tables) {
    const name = `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(tablename)}`
    const [{ rows }] = await ask(
      `SELECT count(*)::int AS rows FROM ${name} AS t WHERE lower(t::text) LIKE $1`,
      [`%${text}%`],
    )
    if (rows > 0) found.push(`${rows} rows of ${tablename}`)
    await client.query(`VACUUM FULL ${name}`)
  }
  await client.query('CHECKPOINT')
  const files = await ask(
    `SELECT c.relname AS name, pg_relation_filepath(c.oid) AS file
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE pg_relation_filepath(c.oid) IS NOT NULL AND (n.nspname = $1 OR c.oid IN (
      SELECT unnest(ARRAY[t.reltoastrelid, i.indexrelid]) FROM pg_class t JOIN pg_namespace tn ON tn.oid = t.relnamespace
      LEFT JOIN pg_index i ON i.indrelid = t.reltoastrelid WHERE tn.nspname = $1))`,
    [schema],
  )
  for (const { name, file } of files) {
    const [{ bytes }] = await ask('SELECT pg_read_binary_file($1) AS bytes', [file])
    if (isHeld(bytes, text)) found.push(`the file of ${name}`)
  }
  await client.end()
  return found
}

function isHeld(bytes, text) {
  return bytes.toString('latin1').toLowerCase().includes(text)
}
