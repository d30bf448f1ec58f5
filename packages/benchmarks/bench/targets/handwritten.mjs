import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import * as fs from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import Database from 'better-sqlite3'
import busboy from 'busboy'

const [openFile, write, fsync, close] = [fs.open, fs.write, fs.fsync, fs.close].map((call) =>
  promisify(call),
)

/**
 * Careful code for this one purpose: node:http, busboy, SHA-256 in flight, write, fsync, and for all waiting uploads
 * together one fsync of the directory and one commit with `synchronous=FULL`. It looks into no file, checks no key, and
 * has neither trash nor recovery. `library`: a Stowage database to read from.
 */
export async function open(directory, { library }) {
  const { insert } = createRecords(directory)
  const get = library === undefined ? undefined : createGet(library)

  async function upload(req, res) {
    const files = await filesOf(req, directory)
    await insert(files)
    answer(res, 201, files.map(documentOf))
  }

  return {
    server: createServer({ requestTimeout: 0 }, (req, res) =>
      req.method === 'GET' ? get(req, res) : upload(req, res),
    ),
    facts: { headers: {}, path: '/', field: 'file', bulkPath: '/', bulkField: 'file' },
    async clear() {
      for (const name of fs.readdirSync(directory)) {
        if (!name.includes('.')) fs.unlinkSync(path.join(directory, name))
      }
    },
  }
}

/** Syncs the directory and commits once for all waiting uploads. */
function createRecords(directory) {
  const database = new Database(path.join(directory, 'records.db'))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(
    'CREATE TABLE files (id TEXT PRIMARY KEY, name TEXT, size INTEGER, sha256 TEXT, created_at TEXT)',
  )
  const statement = database.prepare('INSERT INTO files VALUES (:id, :name, :size, :sha256, :at)')
  const insertAll = database.transaction((rows) => {
    for (const row of rows) statement.run(row)
  })
  const directoryFd = fs.openSync(directory, 'r')
  let waiting = []
  let running = false

  async function drain() {
    running = true
    while (waiting.length > 0) {
      const group = waiting
      waiting = []
      try {
        await fsync(directoryFd)
        insertAll(group.flatMap(({ files }) => files))
        for (const { resolve } of group) resolve()
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    running = false
  }

  return {
    insert: (files) =>
      new Promise((resolve, reject) => {
        waiting.push({ files, resolve, reject })
        if (!running) drain()
      }),
  }
}

function filesOf(req, directory) {
  return new Promise((resolve, reject) => {
    const stored = []
    const parser = busboy({ headers: req.headers, defParamCharset: 'utf8' })
    parser.on('file', (_, stream, { filename }) => {
      stored.push(store(stream, directory, filename))
    })
    parser.on('finish', () => Promise.all(stored).then(resolve, reject))
    parser.on('error', reject)
    req.pipe(parser)
  })
}

/** Collects a quarter of a MiB for each write. */
async function store(stream, directory, name) {
  const id = randomUUID()
  const hash = createHash('sha256')
  const fd = await openFile(path.join(directory, id), 'wx')
  let size = 0
  let chunks = []
  let gathered = 0
  const flush = async () => {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    await write(fd, bytes, 0, bytes.length, size)
    size += bytes.length
    chunks = []
    gathered = 0
  }
  try {
    for await (const chunk of stream) {
      hash.update(chunk)
      chunks.push(chunk)
      gathered += chunk.length
      if (gathered > 256 * 1024) await flush()
    }
    if (gathered > 0) await flush()
    await fsync(fd)
  } finally {
    await close(fd)
  }
  return { id, name, size, sha256: hash.digest('hex'), at: new Date().toISOString() }
}

function documentOf({ id, name, size, sha256, at }) {
  return { id, type: 'files', attributes: { name, size, sha256, created_at: at } }
}

function answer(res, status, data) {
  const body = JSON.stringify({ data })
  const headers = {
    'content-type': 'application/vnd.api+json',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
    'x-request-id': randomUUID(),
  }
  res.writeHead(status, headers).end(body)
}

/** `GET /assets/{id}` over our own database: the same two reads, the same check of the key, the same answer. */
function createGet(library) {
  const database = new Database(library, { readonly: true })
  const keyById = database.prepare(
    'SELECT t.name AS tenant, k.* FROM keys k JOIN tenants t ON t.id = k.tenant_id WHERE k.id = ?',
  )
  const assetById = database.prepare(
    'SELECT t.name AS tenant, a.* FROM assets a JOIN tenants t ON t.id = a.tenant_id WHERE a.id = ?',
  )

  function keyOf({ headers: { authorization = '' } }) {
    const [, id, secret] = /^bearer stw_(\w{12})_(\w{27})\w{6}$/i.exec(authorization) ?? []
    const key = id && keyById.get(id)
    if (!key) return null
    const given = createHash('sha256').update(secret).digest('hex')
    const matches = timingSafeEqual(Buffer.from(given), Buffer.from(key.secret_hash))
    const isOver = key.expires_at !== null && key.expires_at < Date.now() * 1000
    return matches && key.revoked_at === null && !isOver ? key : null
  }

  return (req, res) => {
    const key = keyOf(req)
    if (key === null || !JSON.parse(key.permissions).includes('read')) return answer(res, 401, null)
    const row = assetById.get(req.url.slice(req.url.lastIndexOf('/') + 1))
    const isFound = row !== undefined && row.tenant === key.tenant && row.trashed_at === null
    if (!isFound) return answer(res, 404, null)
    answer(res, 200, resourceOf(row, `http://${req.headers.host}/api/v1`))
  }
}

function resourceOf(row, root) {
  const files = `${root}/files/${row.public_file_id}`
  const { name, type, extension, size, width, height, status, duration_seconds } = row
  return {
    id: row.id,
    type: 'assets',
    attributes: {
      name,
      type,
      extension,
      mime_type: row.mime_type,
      size,
      folder_id: row.folder_id,
      created_at: timeOf(row.created_at),
      updated_at: timeOf(row.updated_at),
      width,
      height,
      duration_seconds,
      optimized_size: null,
      is_favourite: row.is_favourite === 1,
      status,
      public_file_id: row.public_file_id,
      url: `${files}/content`,
      thumbnail_url: null,
      download_url: `${files}/download`,
    },
  }
}

function timeOf(micros) {
  return `${new Date(micros / 1000).toISOString().slice(0, 23)}${String(micros % 1000).padStart(3, '0')}Z`
}
