import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { entriesOf, makeDatabase, memoryStore, treeOf } from '../entries/library.fixture.ts'
import { importAll } from '../run/import-all.ts'
import { fromPayload } from './from-payload.ts'

/** What Payload 3.90 has in every table on SQLite. */
const TIMES = `updated_at text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL,
  created_at text DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ', 'now')) NOT NULL`
const FILE = 'url text, thumbnail_u_r_l text, filename text, mime_type text, filesize numeric'

/** The columns that the import reads, of a collection with `trash` and `folders`, and of one whose `alt` is localized. */
const TABLES = `
  CREATE TABLE payload_folders (id integer PRIMARY KEY NOT NULL, name text NOT NULL, folder_id integer, ${TIMES});
  CREATE TABLE media (id integer PRIMARY KEY NOT NULL, alt text, folder_id integer, deleted_at text, ${TIMES}, ${FILE});
  CREATE TABLE docs (id integer PRIMARY KEY NOT NULL, ${TIMES}, ${FILE});
  CREATE TABLE docs_locales (alt text, id integer PRIMARY KEY NOT NULL, _locale text NOT NULL,
    _parent_id integer NOT NULL);
  INSERT INTO payload_folders (id, name, folder_id) VALUES (1, 'Trips', NULL), (2, '2019', 1);
  INSERT INTO media (id, alt, created_at, updated_at, filename, folder_id) VALUES
    (1, 'A dune', '2024-05-01T10:00:00.123Z', '2024-06-01T10:00:00.000Z', 'dune.txt', 2),
    (2, NULL, '2024-05-02T10:00:00.123Z', '2024-05-02T10:00:00.123Z', 'gone.txt', NULL);
  INSERT INTO docs (id, created_at, updated_at, filename) VALUES
    (1, '2024-05-01T10:00:00.123Z', '2024-06-01T10:00:00.000Z', 'dune.txt');
  INSERT INTO docs_locales (alt, _locale, _parent_id) VALUES ('A dune', 'en', 1), ('Eine Düne', 'de', 1), ('', 'fr', 1);`

/** A collection without other tables. */
const PLAIN = `CREATE TABLE media (id integer PRIMARY KEY NOT NULL, caption text, folder_id integer, ${TIMES}, ${FILE});
  INSERT INTO media (filename, folder_id) VALUES ('dune.txt', 7);`

async function libraryOf(tables: string): Promise<{ root: string; database: string }> {
  const root = await folderOf({ 'dune.txt': 'dune', 'dune-300x300.txt': 'd' })
  const database = path.join(root, 'payload.db')
  await makeDatabase(database, tables)
  return { root, database }
}

describe('fromPayload', () => {
  it('brings the files of a collection from its table, in their folders', async () => {
    const dates = { createdAt: '2024-05-01T10:00:00.123Z', updatedAt: '2024-06-01T10:00:00.000Z' }
    const library = await libraryOf(TABLES)
    const folder = ['Trips', '2019']
    const item = {
      name: 'dune.txt',
      externalId: 'dune.txt',
      folder,
      alt: { en: 'A dune' },
      ...dates,
    }
    expect(await entriesOf(fromPayload(library))).toEqual([
      { label: 'dune.txt', size: 4, item },
      { label: 'gone.txt', refused: 'is not there' },
    ])
  })

  it('brings texts in all languages, and keeps two collections apart by a prefix', async () => {
    const library = await libraryOf(TABLES)
    const store = memoryStore()
    await importAll(store, fromPayload({ ...library, table: 'media' }))
    await importAll(store, fromPayload({ ...library, table: 'docs', prefix: 'docs/' }))
    const { name, alt } = await store.get({ externalId: 'docs/dune.txt' })
    expect([name, alt]).toEqual(['dune.txt', { en: 'A dune', de: 'Eine Düne' }])
    expect(await treeOf(store)).toEqual(['Trips/2019/dune.txt', 'dune.txt'])
  })

  it('needs neither folders nor texts, and fails with a database that does', async () => {
    const library = await libraryOf(PLAIN)
    const entries = await entriesOf(fromPayload(library))
    expect(entries).toMatchObject([{ item: { name: 'dune.txt' } }])
    expect(entries[0]).not.toHaveProperty('item.folder')
    const query = () => Promise.reject(new Error('The connection is closed.'))
    await expect(entriesOf(fromPayload({ query, root: library.root }))).rejects.toThrow('closed')
  })

  it('brings them from documents, those in the trash too', async () => {
    const root = await folderOf({ 'a.txt': 'a' })
    const deletedAt = '2025-01-01T00:00:00.000Z'
    const document = { id: '6', filename: 'a.txt', createdAt: '2024-05-01T10:00:00Z' }
    const trips = { id: '1', name: 'Trips', folder: null }
    const texts = { alt: { en: 'A', de: null }, folder: { id: '2', name: '2019', folder: trips } }
    const store = memoryStore()
    await importAll(store, fromPayload({ documents: [{ ...document, ...texts, deletedAt }], root }))
    const [asset] = (await store.list({ trashed: true })).assets
    const wanted = {
      externalId: 'a.txt',
      alt: { en: 'A' },
      trashedAt: '2025-01-01T00:00:00.000000Z',
    }
    expect(asset).toMatchObject(wanted)
    expect((await store.folders.get(asset?.folderId ?? '')).path).toEqual(['Trips', '2019'])
    const cut = { ...document, folder: { name: '2019', folder: '1' } }
    expect(await entriesOf(fromPayload({ documents: [cut], root }))).toEqual([
      { label: 'a.txt', refused: expect.stringContaining('depth 32') },
    ])
  })

  it('refuses a file in folders that are too deep, or lie in each other', async () => {
    const chain = Array.from({ length: 33 }, (_, at) => `(${at + 1}, '${at + 1}', ${at || 'NULL'})`)
    const library = await libraryOf(`${TABLES}
      DELETE FROM payload_folders; DELETE FROM media;
      INSERT INTO payload_folders (id, name, folder_id) VALUES ${chain}, (50, 'a', 51), (51, 'b', 50);
      INSERT INTO media (id, created_at, filename, folder_id)
        VALUES (1, '2024-05-01', 'dune.txt', 32), (2, '2024-05-02', 'dune.txt', 33), (3, '2024-05-03', 'dune.txt', 50);`)
    const refused = 'lies in more than 32 folders, or in some that lie in each other'
    expect(await entriesOf(fromPayload(library))).toMatchObject([
      { item: { folder: Array.from({ length: 32 }, (_, at) => `${at + 1}`) } },
      { label: 'dune.txt', refused },
      { label: 'dune.txt', refused },
    ])
  })

  it('refuses a table that is no name', async () => {
    const root = await folderOf({})
    const source = fromPayload({ query: async () => [], root, table: 'media; DROP TABLE x' })
    await expect(entriesOf(source)).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})
