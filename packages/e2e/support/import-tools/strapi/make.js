// The library of a Strapi app: `node make.js FILES` in the folder of the app uploads the files that FILES lists, and writes
// library.json: what Strapi itself says of each file, and what it answers with at its URL.
const { mkdirSync, readFileSync, statSync, writeFileSync } = require('node:fs')
const { createHash } = require('node:crypto')
const { createStrapi } = require('@strapi/strapi')

const ORIGIN = `http://127.0.0.1:${process.env.PORT}`

async function main() {
  mkdirSync('public/uploads', { recursive: true })
  const strapi = await createStrapi({ appDir: __dirname, distDir: __dirname }).start()
  const folders = strapi.plugin('upload').service('folder')
  const uploads = strapi.plugin('upload').service('upload')
  const known = new Map([['', null]])

  async function folderOf(names) {
    const key = names.join('/')
    if (known.has(key)) return known.get(key)
    const parent = await folderOf(names.slice(0, -1))
    const { id } = await folders.create({ name: names.at(-1), parent })
    known.set(key, id)
    return id
  }

  async function upload({ path, name, type, alt, caption, folder }) {
    const fileInfo = { alternativeText: alt, caption, folder: await folderOf(folder) }
    const { size } = statSync(path)
    const files = { filepath: path, originalFilename: name, mimetype: type, size }
    return (await uploads.upload({ data: { fileInfo }, files }))[0]
  }

  /** As apps do: over HTTP, where Strapi itself chooses the folder. */
  async function uploadOverHttp({ path, name, type, alt, caption }) {
    const details = { name: 'check', type: 'full-access', lifespan: null }
    const { accessKey } = await strapi.service('admin::api-token').create(details)
    const body = new FormData()
    body.append('files', new Blob([readFileSync(path)], { type }), name)
    body.append('fileInfo', JSON.stringify({ alternativeText: alt, caption }))
    const headers = { authorization: `Bearer ${accessKey}` }
    const answer = await fetch(`${ORIGIN}/api/upload`, { method: 'POST', headers, body })
    if (answer.status !== 201) throw new Error(await answer.text())
    return (await answer.json())[0]
  }

  const listed = JSON.parse(readFileSync(process.argv[2], 'utf8')).filter((file) => !file.isTrashed)
  const files = []
  for (const [index, file] of listed.entries()) {
    const isLast = index === listed.length - 1
    const { id } = isLast ? await uploadOverHttp(file) : await upload(file)
    const kept = await uploads.findOne(id)
    const answer = await fetch(ORIGIN + kept.url)
    if (answer.status !== 200) throw new Error(`${kept.url} answers ${answer.status}`)
    files.push({
      externalId: `${kept.hash}${kept.ext}`,
      name: kept.name,
      folder: isLast ? ['API Uploads'] : file.folder,
      alt: kept.alternativeText,
      title: kept.caption,
      createdAt: kept.createdAt,
      updatedAt: kept.updatedAt,
      sha256: createHash('sha256')
        .update(Buffer.from(await answer.arrayBuffer()))
        .digest('hex'),
      urls: [kept.url],
      smallerUrls: Object.values(kept.formats ?? {}).map((format) => format.url),
    })
  }
  const { version } = require('@strapi/strapi/package.json')
  writeFileSync('library.json', JSON.stringify({ version, files }))
  await strapi.destroy()
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
