import path from 'node:path'
import Database from 'better-sqlite3'
import pg from 'pg'
import { judgeRows } from '../folders/judge.mjs'
import { readRows } from '../folders/rows.mjs'
import { kindOf } from './client.mjs'
import { readJournals } from './journal.mjs'

const ATTACHMENTS = 'SELECT owner_type, owner_id, field, asset_id, position FROM'
const ASSETS = 'SELECT id, name, pending_until FROM'

/** What is wrong with the rows of a database that no process has open, by promise. Empty lists when nothing is. */
export async function judgeOwners(place) {
  const { attachments, assets } = await readTables(place)
  const { counts, bytes } = judgeRows(await readRows(place))
  const { uploaded, tried, done } = readJournals(place.directory)
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  const places = attachments.map((row) =>
    [row.owner_type, row.owner_id, row.field, row.position].join('/'),
  )
  return {
    figures: { attachments: attachments.length, assets: assets.length, uploaded: uploaded.size },
    wrong: {
      lost: attachments.filter((row) => !byId.has(row.asset_id)),
      gone: [...done].filter((id) => !byId.has(id)),
      pending: assets.filter((asset) => asset.pending_until !== null),
      unclaimed: [...uploaded].filter((id) => !tried.has(id) && byId.has(id)),
      mixed: attachments.filter(
        (row) => byId.has(row.asset_id) && kindOf(byId.get(row.asset_id).name) !== row.owner_type,
      ),
      places: places.filter((each, index) => places.indexOf(each) !== index),
      counts: Array.from({ length: Number(counts) }),
      bytes,
    },
  }
}

async function readTables({ directory, url, schema }) {
  if (url === undefined) {
    const database = new Database(path.join(directory, 'stowage.db'), { readonly: true })
    const attachments = database.prepare(`${ATTACHMENTS} attachments`).all()
    const assets = database.prepare(`${ASSETS} assets`).all()
    database.close()
    return { attachments, assets }
  }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: attachments } = await client.query(`${ATTACHMENTS} ${schema}.attachments`)
  const { rows: assets } = await client.query(`${ASSETS} ${schema}.assets`)
  await client.end()
  return { attachments, assets }
}
