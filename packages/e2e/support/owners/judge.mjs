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
  const tables = await readOwners(place)
  const { attachments, assets } = tables
  const { counts, bytes } = judgeRows(await readRows(place))
  const { uploaded, tried, done } = readJournals(place.directory)
  const byId = new Map(assets.map((asset) => [asset.id, asset]))
  return {
    figures: { attachments: attachments.length, assets: assets.length, uploaded: uploaded.size },
    wrong: {
      ...judgeAttachments(tables),
      gone: [...done].filter((id) => !byId.has(id)),
      pending: assets.filter((asset) => asset.pending_until !== null),
      unclaimed: [...uploaded].filter((id) => !tried.has(id) && byId.has(id)),
      mixed: attachments.filter(
        (row) => byId.has(row.asset_id) && kindOf(byId.get(row.asset_id).name) !== row.owner_type,
      ),
      counts: Array.from({ length: Number(counts) }),
      bytes,
    },
  }
}

/** What is wrong with the rows of attachments, of all processes: of assets that are gone (`lost`), two in one place. */
export function judgeAttachments({ attachments, assets }) {
  const ids = new Set(assets.map(({ id }) => id))
  const places = attachments.map((row) =>
    [row.owner_type, row.owner_id, row.field, row.position].join('/'),
  )
  return {
    lost: attachments.filter((row) => !ids.has(row.asset_id)),
    places: places.filter((each, index) => places.indexOf(each) !== index),
  }
}

/** The rows of attachments, and of assets as far as owners are concerned. */
export async function readOwners({ directory, url, schema }) {
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
