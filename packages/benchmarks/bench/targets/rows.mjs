import { randomUUID } from 'node:crypto'
import { copyFileSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'

/** The records of the Express and Fastify apps: a commit for each request, which WAL does not sync. */
export function createRows(directory) {
  const database = new Database(path.join(directory, 'rows.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = NORMAL')
  database.exec(
    `CREATE TABLE IF NOT EXISTS files (
      id TEXT PRIMARY KEY, name TEXT, mime TEXT, size INTEGER, width INTEGER, height INTEGER, sha256 TEXT, at INTEGER
    )`,
  )
  const insertOne = database.prepare(
    'INSERT INTO files VALUES (:id, :name, :mime, :size, :width, :height, :sha256, :at)',
  )
  const removeOne = database.prepare('DELETE FROM files WHERE id = ?')
  const getOne = database.prepare('SELECT * FROM files WHERE id = ?')
  const insert = database.transaction((rows) => {
    for (const row of rows) insertOne.run(row)
  })
  const remove = database.transaction((ids) => {
    for (const id of ids) removeOne.run(id)
  })

  function blank(name) {
    const facts = { mime: 'image/jpeg', size: 0, width: 1, height: 1, sha256: null, at: Date.now() }
    return { id: randomUUID(), name, ...facts }
  }

  return {
    insert,
    remove,
    get: (id) => getOne.get(id),
    calls: (files) => ({
      /** Inserts this many rows. Resolves to the paths of all. */
      library(count) {
        const rows = Array.from({ length: count }, (_, index) => blank(`${index}.jpg`))
        insert(rows)
        return rows.map(({ id }) => `/assets/${id}`)
      },
      /** Makes copies of a file. Resolves to the requests that delete them. */
      deletions(name, count) {
        const rows = Array.from({ length: count }, () => blank('copy.jpg'))
        insert(rows)
        for (const { id } of rows) copyFileSync(name, path.join(files, id))
        const body = { head: JSON.stringify({ ids: rows.map(({ id }) => id) }) }
        const headers = { 'content-type': 'application/json' }
        return [{ method: 'DELETE', path: '/assets', headers, body }]
      },
    }),
  }
}
