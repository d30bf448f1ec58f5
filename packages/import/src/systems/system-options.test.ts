import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf, makeDatabase, memoryStore } from '../entries/library.fixture.ts'
import { importAll } from '../run/import-all.ts'
import { fromFolder } from '../sources/from-folder.ts'
import { fromActiveStorage } from './from-active-storage.ts'
import { fromPayload } from './from-payload.ts'
import { fromStrapi } from './from-strapi.ts'

it('says which option of a system is wrong', async () => {
  const root = await folderOf({ file: 'f' })
  const database = path.join(root, 'other.db')
  await makeDatabase(database, 'CREATE TABLE other (id integer)')
  await writeFile(path.join(root, 'text.db'), 'no database at all, and longer than a header of one')
  const pages = async () => [[{ id: 1 }], []] as never
  const pool = async () => ({ rows: [] }) as never
  const wrong: readonly (readonly [() => ReturnType<typeof fromFolder>, string])[] = [
    [() => fromActiveStorage(undefined as never), 'options is missing'],
    [() => fromStrapi({ databse: database, root } as never), 'Did you mean database?'],
    [() => fromPayload({ database, root, tabel: 'x' } as never), 'Did you mean table?'],
    [() => fromStrapi({ database } as never), 'root'],
    [() => fromStrapi({ database, root: `${root}z` }), 'z is not there. Check the path.'],
    [() => fromStrapi({ database, root: path.join(root, 'file') }), 'is no folder'],
    [() => fromFolder(`${root}z`), 'z is not there. Check the path.'],
    [() => fromFolder(root, { hiden: true } as never), 'Did you mean hidden?'],
    [() => fromPayload({ database: `${database}x`, root }), 'other.dbx is not there'],
    [() => fromPayload({ database: path.join(root, 'text.db'), root }), 'an SQLite database'],
    [
      () => fromPayload({ database, root, table: 'medias' }),
      'with the option table: no such table: medias',
    ],
    [() => fromActiveStorage({ database, root }), 'This is no database of Active Storage'],
    [() => fromStrapi({ database, root }), 'This is no database of Strapi'],
    [() => fromStrapi({ query: pages, root }), 'mysql2'],
    [() => fromStrapi({ query: pool, root }), 'rows` with pg'],
  ]
  for (const [make, words] of wrong) {
    const entries = async () => entriesOf(make())
    await expect(entries()).rejects.toThrow(words)
    await expect(entries()).rejects.toMatchObject({ code: 'invalid_argument' })
  }
})

it('keeps the order of attachments of Active Storage, whatever the order of the files', async () => {
  const keys = ['aaaa', 'bbbb', 'cccc', 'dddd']
  const files = Object.fromEntries(
    keys.map((key) => [`${key.slice(0, 2)}/${key.slice(2)}/${key}`, key]),
  )
  const root = await folderOf(files)
  const database = path.join(root, 'production.sqlite3')
  await makeDatabase(
    database,
    `CREATE TABLE active_storage_blobs (id integer PRIMARY KEY, key varchar, filename varchar, byte_size bigint,
      checksum varchar, created_at datetime(6));
    CREATE TABLE active_storage_attachments (id integer PRIMARY KEY, name varchar, record_type varchar, record_id bigint,
      blob_id bigint);
    INSERT INTO active_storage_blobs VALUES (1, 'aaaa', 'a', 4, NULL, '2020-01-01 00:00:00'),
      (2, 'bbbb', 'b', 4, NULL, '2020-01-02 00:00:00'), (3, 'cccc', 'c', 4, NULL, '2020-01-03 00:00:00'),
      (4, 'dddd', 'd', 5, NULL, '2020-01-04 00:00:00');
    INSERT INTO active_storage_attachments VALUES (1, 'files', 'Post', 7, 3), (2, 'cover', 'Post', 7, 2),
      (3, 'files', 'Post', 7, 1), (4, 'files', 'Post', 7, 4), (5, 'files', 'Post', 7, 2)`,
  )
  const store = memoryStore()
  const source = fromActiveStorage({ database, root })
  const report = await importAll(store, source, { attach: true, concurrency: 4 })
  expect(report.failures.map(({ label }) => label)).toEqual(['d', 'Post 7 files'])
  const attached = await store.owners.list({ type: 'Post', id: '7', field: 'files' })
  expect(attached.map(({ name }) => name)).toEqual(['c', 'a', 'b'])
})
