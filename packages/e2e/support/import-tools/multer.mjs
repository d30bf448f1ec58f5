import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fromTable } from '@stowage/import'
import { sh } from '../packaging/shell.mjs'
import { installFromNpm } from './install.mjs'
import { readLibrary } from './read-library.mjs'

const PROJECT = path.join(import.meta.dirname, 'multer')
const Database = createRequire(import.meta.url)('better-sqlite3')

/** An app with Express, multer and a table of its own. */
export const multer = {
  name: 'multer',
  root: 'uploads',
  install: (directory) =>
    installFromNpm(directory, ['multer@2.5.0', 'express@5.3.0', 'better-sqlite3']),
  async make(directory, files) {
    await cp(PROJECT, directory, { recursive: true })
    await sh(directory, process.execPath, 'make.mjs', files)
    return readLibrary(directory)
  },
  /** The rows as the guide maps them for old URLs. */
  source(directory) {
    const database = new Database(path.join(directory, 'app.db'), { readonly: true })
    const rows = database.prepare('SELECT * FROM files ORDER BY id').all()
    database.close()
    return fromTable(rows, {
      root: path.join(directory, 'uploads'),
      map: (row) => ({
        path: row.filename,
        externalId: row.filename,
        name: Buffer.from(row.originalname, 'latin1').toString('utf8'),
        createdAt: `${row.created_at}Z`,
      }),
    })
  },
}
