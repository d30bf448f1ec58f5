import { createHash } from 'node:crypto'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { makeDatabase, memoryStore, treeOf } from '../entries/library.fixture.ts'
import { importAll } from '../run/import-all.ts'
import { fromActiveStorage } from './from-active-storage.ts'
import { fromStrapi } from './from-strapi.ts'

const md5 = (text: string) => createHash('md5').update(text).digest('base64')

/** The tables as Active Storage 6.1 makes them on SQLite, with a post that has two files. */
const ACTIVE_STORAGE = `
  CREATE TABLE active_storage_blobs (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, key varchar NOT NULL,
    filename varchar NOT NULL, content_type varchar, metadata text, service_name varchar NOT NULL,
    byte_size bigint NOT NULL, checksum varchar NOT NULL, created_at datetime NOT NULL);
  CREATE TABLE active_storage_attachments (id integer PRIMARY KEY AUTOINCREMENT NOT NULL, name varchar NOT NULL,
    record_type varchar NOT NULL, record_id bigint NOT NULL, blob_id bigint NOT NULL, created_at datetime NOT NULL);
  INSERT INTO active_storage_blobs VALUES
    (1, 'abcdefone', 'Q1/one.txt', 'text/plain', '{}', 'local', 3, '${md5('one')}', '2020-01-02 03:04:05.123456'),
    (2, 'ghijkltwo', 'two.txt', 'text/plain', '{}', 'local', 3, '${md5('two')}', '2020-01-01 03:04:05.123456'),
    (3, 'variant00', 'small.txt', 'text/plain', '{}', 'local', 1, '${md5('v')}', '2020-01-01 03:04:05.123456'),
    (4, 'damaged00', 'bad.txt', 'text/plain', '{}', 'local', 3, '${md5('bad')}', '2020-01-03 03:04:05.123456'),
    (5, 'shortened', 'cut.txt', 'text/plain', '{}', 'local', 99, '${md5('cut')}', '2020-01-03 03:04:05.123456'),
    (6, '../secret', 'out.txt', 'text/plain', '{}', 'local', 3, '', '2020-01-03 03:04:05.123456');
  INSERT INTO active_storage_attachments (name, record_type, record_id, blob_id, created_at) VALUES
    ('files', 'Post', 7, 1, '2020-01-02 03:04:05'), ('files', 'Post', 7, 2, '2020-01-02 03:04:05'),
    ('image', 'ActiveStorage::VariantRecord', 1, 3, '2020-01-02 03:04:05');`

describe('fromActiveStorage', () => {
  it('brings files, dates and attachments, and refuses what is damaged', async () => {
    const root = await folderOf({
      'ab/cd/abcdefone': 'one',
      'gh/ij/ghijkltwo': 'two',
      'va/ri/variant00': 'v',
      'da/ma/damaged00': 'dab',
      'sh/or/shortened': 'cut',
      secret: 'secret',
    })
    const database = path.join(root, 'production.sqlite3')
    await makeDatabase(database, ACTIVE_STORAGE)
    const store = memoryStore()
    const source = () => fromActiveStorage({ database, root })
    const report = await importAll(store, source(), { attach: true, concurrency: 1 })
    expect(report).toMatchObject({ stored: 2, failed: 3 })
    expect(report.failures.map(({ label }) => label).sort()).toEqual([
      'bad.txt',
      'cut.txt',
      'out.txt',
    ])
    const { assets } = await store.list({ sort: 'createdAt' })
    expect(assets.map(({ name, externalId, createdAt }) => [name, externalId, createdAt])).toEqual([
      ['two.txt', 'ghijkltwo', '2020-01-01T03:04:05.123456Z'],
      ['Q1-one.txt', 'abcdefone', '2020-01-02T03:04:05.123456Z'],
    ])
    const attached = await store.owners.list({ type: 'Post', id: '7', field: 'files' })
    expect(attached).toHaveLength(2)
    expect(await importAll(store, source())).toMatchObject({ stored: 0, present: 2, differing: 0 })
  })
})

/** The columns that the import reads, as Strapi 5.54 makes them on SQLite. */
const STRAPI = `
  CREATE TABLE files (id integer primary key autoincrement, document_id varchar(255), name varchar(255),
    alternative_text text, caption text, focal_point json, width integer, height integer, formats json, hash varchar(255), ext varchar(255),
    mime varchar(255), size float, url text, preview_url text, provider varchar(255), provider_metadata json,
    folder_path varchar(255), created_at datetime, updated_at datetime, published_at datetime, created_by_id integer,
    updated_by_id integer, locale varchar(255));
  CREATE TABLE upload_folders (id integer primary key autoincrement, document_id varchar(255), name varchar(255),
    path_id integer, path varchar(255), created_at datetime, updated_at datetime);
  INSERT INTO upload_folders (id, name, path_id, path) VALUES (1, 'Trips', 4, '/4'), (2, '2019', 9, '/4/9');
  INSERT INTO files (id, name, alternative_text, caption, url, provider, folder_path, created_at, updated_at) VALUES
    (1, 'Dune.txt', 'A dune', 'At dusk', '/uploads/Dune_1f.txt', 'local', '/4/9', 1556704800123, 1556704900000),
    (2, 'top.txt', NULL, NULL, '/uploads/top_2f.txt', 'local', '/', 1556704700000, 1556704700000),
    (3, 'far.txt', NULL, NULL, 'https://cdn.example/far.txt', 'aws-s3', '/', 1556704700000, 1556704700000),
    (4, 'out.txt', NULL, NULL, '/../data.db', 'local', '/', 1556704700000, 1556704700000);`

describe('fromStrapi', () => {
  it('brings files in their folders, with texts and dates', async () => {
    const directory = await folderOf({
      'public/uploads/Dune_1f.txt': 'dune',
      'public/uploads/thumbnail_Dune_1f.txt': 'd',
      'public/uploads/top_2f.txt': 'top',
    })
    const database = path.join(directory, 'data.db')
    await makeDatabase(database, STRAPI)
    const source = fromStrapi({ database, root: path.join(directory, 'public'), language: 'de' })
    const store = memoryStore()
    const report = await importAll(store, source, { concurrency: 1 })
    expect(report.failures.map(({ label }) => label)).toEqual(['far.txt', 'out.txt'])
    expect(await treeOf(store)).toEqual(['Trips/2019/Dune.txt', 'top.txt'])
    expect((await store.list()).assets[0]).toMatchObject({
      externalId: 'Dune_1f.txt',
      title: 'At dusk',
      alt: { de: 'A dune' },
      createdAt: '2019-05-01T10:00:00.123000Z',
      updatedAt: '2019-05-01T10:01:40.000000Z',
    })
  })
})
