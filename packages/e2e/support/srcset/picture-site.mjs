import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import sharp from 'sharp'

const WIDTHS = [400, 800, 1600]
/** The widest that a picture is in the page, in CSS pixels. */
const WIDEST = 800
const COUNT = 6

/** Pages of pictures, with their sizes and without, and what they are made of. */
export async function startPictureSite(directory) {
  const store = await openAssetStore({
    directory: path.join(directory, 'media'),
    variants: {
      processor: sharpVariants({ sets: { page: { widths: WIDTHS } } }),
      waitMs: 600_000,
    },
  })
  const media = createNodeHandler(store, {
    path: '/media',
    access: 'public',
    filesMaxAgeSeconds: 86_400,
  })
  const assets = await uploadPhotos(store).catch(async (error) => {
    await store.close()
    throw error
  })

  const sized = (asset) => {
    const options = { sizes: `(max-width: ${WIDEST}px) 100vw, ${WIDEST}px`, baseUrl: '/media' }
    const { color, placeholder, ...img } = store.pictures.attributes(asset, 'page', options)
    const style = `max-width: 100%; height: auto; background: ${color}`
    return tag({ ...img, style })
  }
  const whole = ({ publicFileId, width, height }) =>
    tag({ src: `/media/api/v1/files/${publicFileId}/content`, width, height })
  const pages = {
    '/one': () => assets.slice(0, 1).map(sized),
    '/all': () => assets.map(sized),
    '/originals': () => assets.map(whole),
  }

  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, (req, res) =>
    media(req, res, () => {
      const page = pages[req.url]
      res.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      const viewport = '<meta name="viewport" content="width=device-width">'
      res.end(`<!doctype html>${viewport}<body style="margin: 0">${page?.().join('\n') ?? ''}`)
    }),
  )
  media.attach(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${server.address().port}`

  return {
    one: `${origin}/one`,
    all: `${origin}/all`,
    originals: `${origin}/originals`,
    count: COUNT,
    widths: WIDTHS,
    slotOf: (width) => Math.min(width, WIDEST),
    colour: store.pictures.preview(await store.get(assets[0].id)).color,
    /** What anyone gets from an address of the page. */
    async bytes(url) {
      const answer = await fetch(url, { headers: { accept: 'image/avif,*/*' } })
      return Buffer.from(await answer.arrayBuffer())
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await store.close()
    },
  }
}

function tag(attributes) {
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`)
  return `<img ${written.join(' ')}>`
}

async function uploadPhotos(store) {
  const assets = []
  for (let index = 0; index < COUNT; index += 1) {
    assets.push(await store.upload(await photoOf(index), { name: `${index}.jpg` }))
  }
  return assets
}

/** As large and as detailed as a photo. */
function photoOf(index) {
  const noise = { type: 'gaussian', mean: 100 + index * 10, sigma: 30 }
  return sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#000', noise } })
    .blur(2)
    .jpeg({ quality: 90 })
    .toBuffer()
}
