import { randomUUID } from 'node:crypto'
import * as fs from 'node:fs'
import { readdir, unlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'

const [openFile, write, fsync, close] = [fs.open, fs.write, fs.fsync, fs.close].map((call) =>
  promisify(call),
)

/** The least that a file server must do: it writes and syncs the body as it comes. No form, no record. */
export async function open(directory) {
  const serve = async (req, res) => {
    const file = path.join(directory, randomUUID())
    if (req.method === 'GET') return sendRaw(path.join(directory, path.basename(req.url)), res)
    if (Number(req.headers['content-length']) < 1024 ** 2) await store(file, await bodyOf(req))
    else await pipeline(req, fs.createWriteStream(file, { flush: true }))
    res.writeHead(201, { 'content-length': 2, 'content-type': 'application/json' }).end('{}')
  }
  return {
    server: createServer({ requestTimeout: 0 }, serve),
    facts: { headers: {}, path: '/', field: 'file', bulkPath: '/', bulkField: 'file' },
    async files(names) {
      for (const name of names) fs.copyFileSync(name, path.join(directory, path.basename(name)))
      return names.map((name) => `/${path.basename(name)}`)
    },
    async clear() {
      for (const name of await readdir(directory)) await unlink(path.join(directory, name))
    },
  }
}

async function store(file, chunks) {
  const fd = await openFile(file, 'wx')
  try {
    const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    await write(fd, bytes, 0, bytes.length, 0)
    await fsync(fd)
  } finally {
    await close(fd)
  }
}

function bodyOf(req) {
  return new Promise((resolve, reject) => {
    const chunks = []
    req.on('data', (chunk) => chunks.push(chunk))
    req.on('end', () => resolve(chunks))
    req.on('error', reject)
  })
}

/** The raw pipe. */
function sendRaw(file, res) {
  const { size } = fs.statSync(file)
  res.writeHead(200, { 'content-length': size, 'content-type': 'application/octet-stream' })
  fs.createReadStream(file).pipe(res)
}
