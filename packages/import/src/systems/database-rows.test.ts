import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf, makeDatabase } from '../entries/library.fixture.ts'
import { type DatabaseRow, pagesOf } from './database-rows.ts'
import { fromPayload } from './from-payload.ts'
import { fromStrapi } from './from-strapi.ts'

describe('a database of another system', () => {
  it('is refused in words when it cannot be read', async () => {
    const root = await folderOf({
      'a.db': 'no database, but a text that is long enough'.repeat(100),
    })
    const database = path.join(root, 'a.db')
    const invalid = { code: 'invalid_argument', message: 'database must be an SQLite database.' }
    await expect(entriesOf(fromPayload({ database, root }))).rejects.toMatchObject(invalid)
    const gone = path.join(root, 'gone.db')
    const missing = { code: 'invalid_argument', message: expect.stringContaining(gone) }
    await expect(entriesOf(fromPayload({ database: gone, root }))).rejects.toMatchObject(missing)
    const other = path.join(root, 'other.db')
    await makeDatabase(other, 'CREATE TABLE other (id)')
    const strange = {
      code: 'invalid_argument',
      message: expect.stringMatching(/no such table/),
    }
    await expect(entriesOf(fromStrapi({ database: other, root }))).rejects.toMatchObject(strange)
  })

  it.each([
    ['PostgreSQL', { code: '42P01' }, { code: '42703' }],
    ['MySQL', { code: 'ER_NO_SUCH_TABLE' }, { code: 'ER_BAD_FIELD_ERROR' }],
    ['SQLite', { message: 'no such table: x' }, { message: 'no such column: alt' }],
  ])('may lack tables that only some apps have: %s', async (_, noTable, noColumn) => {
    const root = await folderOf({ a: 'a' })
    // Fails with the errors of the drivers, which no server here throws.
    const query = async (sql: string): Promise<readonly DatabaseRow[]> => {
      if (/ FROM payload_folders /.test(sql)) throw Object.assign(new Error('gone'), noTable)
      if (/ FROM media_locales\s/.test(sql)) throw Object.assign(new Error('gone'), noColumn)
      return [{ id: 1, filename: 'a', created_at: null }]
    }
    expect(await entriesOf(fromPayload({ query, root }))).toMatchObject([{ label: 'a', size: 1 }])
    const without = () => Promise.reject(Object.assign(new Error('gone'), noTable))
    await expect(entriesOf(fromStrapi({ query: without, root }))).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining('no database of Strapi'),
    })
  })

  it('is asked for the columns that are read, and no others', async () => {
    const root = await folderOf({ a: 'a' })
    const asked: string[] = []
    const query = async (sql: string): Promise<readonly DatabaseRow[]> => {
      asked.push(sql)
      return [{ id: 1, filename: 'a', created_at: null, content: 'large' }]
    }
    await entriesOf(fromPayload({ query, root }))
    const ofMedia = asked.filter((sql) => / FROM media /.test(sql))
    expect(ofMedia).toEqual([
      'SELECT * FROM media LIMIT 1',
      'SELECT id, filename, created_at FROM media ORDER BY created_at, id LIMIT 1000 OFFSET 0',
    ])
  })

  it('gives other work a turn between pages', async () => {
    let turned = false
    setImmediate(() => {
      turned = true
    })
    const page = Array.from({ length: 1000 }, () => ({}))
    let rows = 0
    for await (const _ of pagesOf(async () => page, 'SELECT')) {
      rows += 1
      if (turned || rows > 10_000) break
    }
    expect(rows).toBe(1001)
  })

  it('may name more folders within each other than a store takes: the file is refused', async () => {
    const root = await folderOf({ 'uploads/a': 'a' })
    const database = path.join(root, 'data.db')
    const fileIn = (depth: number) =>
      `INSERT INTO files VALUES (${depth}, '${depth}', '/uploads/a', 'local', '${'/1'.repeat(depth)}', 1);`
    await makeDatabase(
      database,
      `CREATE TABLE upload_folders (id, name, path);
      CREATE TABLE files (id, name, url, provider, folder_path, created_at);
      ${fileIn(32)} ${fileIn(33)} ${fileIn(30_000)}`,
    )
    const refused = 'lies in more than 32 folders'
    expect(await entriesOf(fromStrapi({ database, root }))).toMatchObject([
      { label: '32', item: { folder: expect.objectContaining({ length: 32 }) } },
      { label: '33', refused },
      { label: '30000', refused },
    ])
  })
})
