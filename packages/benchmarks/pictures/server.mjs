// Run as a separate process: node server.mjs <candidate> <directory>. Takes uploads in the field `file` and makes a
// thumbnail of 300 px for each. Over IPC it sends its URL and the header to use. Both candidates answer with the URL of
// the thumbnail in the same member.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import express from 'express'
import multer from 'multer'
import sharp from 'sharp'

const [candidate, directory] = process.argv.slice(2)
const CANDIDATES = { stowage, express: expressApp }

const { listener, path, headers, close } = await CANDIDATES[candidate]()
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, listener)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send({ url: `http://127.0.0.1:${server.address().port}${path}`, headers })
process.once('disconnect', async () => {
  server.close()
  server.closeAllConnections()
  await close()
})

async function stowage() {
  const processor = sharpVariants({ variants: { optimized: false } })
  const variants = { processor, when: 'upload' }
  const store = await openAssetStore({ directory, variants, advanced: { sweepEveryMs: false } })
  const { token } = await store.keys.create({ name: 'benchmark' })
  return {
    listener: createNodeHandler(store),
    path: '/api/v1/assets',
    headers: { authorization: `Bearer ${token}` },
    close: () => store.close(),
  }
}

/** Like many apps: the file and the thumbnail go into a folder, and there is no record. */
function expressApp() {
  const app = express()
  app.use('/files', express.static(directory))
  app.post('/assets', multer({ dest: directory }).single('file'), async (req, res) => {
    const { path: file, filename } = req.file
    await sharp(file)
      .autoOrient()
      .resize(300, 300, { fit: 'inside', withoutEnlargement: true })
      .webp()
      .toFile(`${file}.webp`)
    const thumbnail = `http://${req.headers.host}/files/${filename}.webp`
    res.status(201).json({ data: { attributes: { thumbnail_url: thumbnail } } })
  })
  return { listener: app, path: '/assets', headers: {}, close() {} }
}
