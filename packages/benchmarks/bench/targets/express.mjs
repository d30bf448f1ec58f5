import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, unlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import express from 'express'
import { fileTypeFromFile } from 'file-type'
import { imageSizeFromFile } from 'image-size/fromFile'
import multer from 'multer'
import sharp from 'sharp'
import { createRows } from './rows.mjs'

/** A typical app: it writes the file to disk, reads it again to learn about it, and stores a row. No fsync. */
export async function open(directory, { sha256 = false, thumbnails = false }) {
  const rows = createRows(directory)
  const { storage } = { storage: multer.diskStorage({ destination: directory, filename: named }) }
  const uploads = multer({ storage })
  const app = express()

  async function record({ path: file, filename: id, originalname, size }) {
    const type = await fileTypeFromFile(file)
    const { width = null, height = null } = type?.mime.startsWith('image/')
      ? await imageSizeFromFile(file)
      : {}
    const digest = sha256 ? await digestOf(file) : null
    if (thumbnails)
      await sharp(file).resize(300, 300, { fit: 'inside' }).webp().toFile(`${file}.webp`)
    const mime = type?.mime ?? 'application/octet-stream'
    return { id, name: originalname, mime, size, width, height, sha256: digest, at: Date.now() }
  }

  app.post('/assets', uploads.single('file'), async (req, res) => {
    const row = await record(req.file)
    rows.insert([row])
    res.status(201).json({ data: row })
  })
  app.post('/bulk', uploads.array('file'), async (req, res) => {
    const all = await Promise.all(req.files.map(record))
    rows.insert(all)
    res.status(201).json({ data: all })
  })
  app.get('/assets/:id', (req, res) => res.json({ data: rows.get(req.params.id) }))
  app.delete('/assets', express.json({ limit: '1mb' }), async (req, res) => {
    rows.remove(req.body.ids)
    await Promise.all(req.body.ids.map((id) => unlink(path.join(directory, id))))
    res.status(204).end()
  })

  return {
    server: createServer({ requestTimeout: 0 }, app),
    facts: { headers: {}, path: '/assets', field: 'file', bulkPath: '/bulk', bulkField: 'file' },
    ...rows.calls(directory),
    async clear() {
      for (const name of await readdir(directory)) {
        if (!name.includes('.db')) await unlink(path.join(directory, name))
      }
    },
  }
}

function named(_, __, done) {
  done(null, randomUUID())
}

async function digestOf(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
