// The library of a Payload app: `node make.mjs FILES` in the folder of the app creates documents of the files that FILES lists,
// and writes library.json: what Payload itself says of each file, and what its own endpoint answers with at its URL.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { sqliteAdapter } from '@payloadcms/db-sqlite'
import { buildConfig, getPayload, handleEndpoints } from 'payload'
import sharp from 'sharp'

const ORIGIN = 'http://127.0.0.1'
const upload = (staticDir) => ({ staticDir, imageSizes: [{ name: 'small', width: 200 }] })
const access = { read: () => true }

const config = buildConfig({
  secret: 'the secret of the old app',
  telemetry: false,
  typescript: { autoGenerate: false },
  sharp,
  db: sqliteAdapter({ client: { url: 'file:./payload.db' } }),
  localization: { locales: ['en', 'de'], defaultLocale: 'en' },
  collections: [
    {
      slug: 'media',
      access,
      folders: true,
      trash: true,
      upload: upload('media'),
      fields: [{ name: 'alt', type: 'text' }],
    },
    {
      slug: 'other-files',
      access,
      upload: upload('other'),
      fields: [{ name: 'alt', type: 'text', localized: true }],
    },
  ],
})
const payload = await getPayload({ config })
const known = new Map([['', null]])

async function folderOf(names) {
  const key = names.join('/')
  if (known.has(key)) return known.get(key)
  const folder = await folderOf(names.slice(0, -1))
  const data = { name: names.at(-1), folderType: ['media'], folder }
  const { id } = await payload.create({ collection: 'payload-folders', data })
  known.set(key, id)
  return id
}

async function create(collection, { path, name, type }, data) {
  const content = readFileSync(path)
  const file = { data: content, name, mimetype: type, size: content.length }
  return payload.create({ collection, data, file, locale: 'en' })
}

async function factsOf({ filename, createdAt, updatedAt, deletedAt, url }, more) {
  const request = new Request(ORIGIN + url)
  const answer = await handleEndpoints({ config, request })
  const isThere = deletedAt == null
  if (isThere && answer.status !== 200) throw new Error(`${url} answers ${answer.status}`)
  return {
    externalId: filename,
    name: filename,
    createdAt,
    updatedAt,
    trashedAt: deletedAt ?? undefined,
    ...(isThere && {
      sha256: createHash('sha256')
        .update(await answer.bytes())
        .digest('hex'),
    }),
    urls: isThere ? [url] : [],
    ...more,
  }
}

const files = []
const others = []
for (const file of JSON.parse(readFileSync(process.argv[2], 'utf8'))) {
  const folder = await folderOf(file.folder)
  const { id } = await create('media', file, { alt: file.alt, folder })
  const data = { deletedAt: new Date().toISOString() }
  if (file.isTrashed) await payload.update({ collection: 'media', id, data, trash: true })
  const kept = await payload.findByID({ collection: 'media', id, trash: true, depth: 0 })
  files.push(await factsOf(kept, { folder: file.folder, alt: kept.alt }))
  if (file.alt === undefined) continue
  const other = await create('other-files', file, { alt: file.alt })
  const german = { collection: 'other-files', id: other.id, locale: 'de', data: { alt: 'Deutsch' } }
  await payload.update(german)
  const again = await payload.findByID({ collection: 'other-files', id: other.id, locale: 'all' })
  const externalId = `other/${again.filename}`
  others.push(await factsOf(again, { externalId, folder: [], alt: again.alt }))
}
const { version } = JSON.parse(readFileSync('node_modules/payload/package.json', 'utf8'))
writeFileSync('library.json', JSON.stringify({ version, files: [...files, ...others] }))
process.exit(0)
