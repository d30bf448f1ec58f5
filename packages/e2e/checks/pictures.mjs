// Thumbnails and other variants over HTTP: what the quickstart shows and what each URL answers. Clients that ask
// at once get one and the same variant, made once. Neither purge nor `kill -9` leaves one behind; `--kills 40` kills
// more often.
import { createHash } from 'node:crypto'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openAssetStore } from '@stowage/core'
import { sharpVariants } from '@stowage/sharp'
import sharp from 'sharp'
import { startExampleAndWait } from '../support/example-server.mjs'
import { blobsInRecords, filesBelow, filesLeftBelow } from '../support/ledger/blobs-on-disk.mjs'
import { pictureClient, startPictureServer } from '../support/picture-client.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ON_DEMAND = { thumbnail: { timing: 'on-demand' } }
const ASKED = 50
/** Milliseconds that making the variants of one round takes at most, on a busy machine; kills come at any instant of it. */
const LONGEST_ROUND = 1500
/** Microseconds after which all that was abandoned is due: the store's grace of a day, and an hour. */
const PAST_GRACE = 25 * 3600 * 1_000_000

const { values } = parseArgs({ options: { kills: { type: 'string', default: '12' } } })
/** Half of them at any instant, half while a variant is being stored. */
const KILLS = Number(values.kills)

const report = createReport('pictures: thumbnails and other variants, over HTTP')
await report.run(async () => {
  const photo = await photoOf(1600, 1200)
  await withTemporaryDirectory((directory) => quickstart(directory, photo))
  await withTemporaryDirectory((directory) => delivery(directory, photo))
  await withTemporaryDirectory((directory) => lifeCycle(directory, photo))
  await withTemporaryDirectory((directory) => failure(directory, photo))
  await withTemporaryDirectory((directory) => once(directory, photo))
  await withTemporaryDirectory((directory) => killed(directory))
})

/** A JPEG with as much detail as a photo, so that its versions differ in size. */
function photoOf(width, height) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 }
  return sharp({ create: { width, height, channels: 3, background: '#000', noise } })
    .blur(2)
    .jpeg({ quality: 95 })
    .toBuffer()
}

async function quickstart(directory, photo) {
  const server = await startExampleAndWait(path.join(directory, 'media'))
  try {
    const { upload, ask } = pictureClient(server.url(), server.key())
    const { attributes } = await upload(photo, 'photo.jpg')
    report.check(
      'quickstart: the upload answers with a thumbnail',
      attributes.thumbnail_url !== null,
    )
    const { status, content } = await ask(attributes.thumbnail_url)
    const { width, height } = await sharp(content).metadata()
    const size = `${width} × ${height}`
    report.check('quickstart: it is served', status === 200 && size === '300 × 225', size)
  } finally {
    await server.stop()
  }
}

async function delivery(directory, photo) {
  const card = { width: 320, height: 180, fit: 'cover', format: 'webp' }
  const server = await startPictureServer(directory, { card })
  try {
    const asset = await server.upload(photo, 'my photo.jpg')
    const original = await server.ask(asset.attributes.url)
    report.check('optimized_size is null before the first request', optimizedSize(asset) === null)
    for (const [name, mimeType, extension] of [
      ['thumbnail', 'image/jpeg', 'jpg'],
      ['optimized', 'image/jpeg', 'jpg'],
      ['card', 'image/webp', 'webp'],
    ]) {
      for (const route of ['content', 'download']) {
        await delivered(server, asset, { name, route, mimeType, extension, original })
      }
    }
    const optimized = await server.variant(asset, 'optimized')
    const size = optimizedSize(await server.asset(asset.id))
    report.check('optimized_size is there afterwards', size === optimized.content.length, `${size}`)
    await refusals(server, asset)
  } finally {
    await server.stop()
  }
}

async function delivered(server, asset, { name, route, mimeType, extension, original }) {
  const ask = (options) => server.variant(asset, name, { route, ...options })
  // HEAD comes first: it makes what is made on demand.
  const head = await ask({ method: 'HEAD' })
  const whole = await ask()
  const size = whole.content.length
  const etag = whole.headers.get('etag')
  const window = { range: 'bytes=10-19' }
  const part = await ask({ headers: window })
  const past = await ask({ headers: { range: `bytes=${size}-` } })
  const again = await ask({ headers: { 'if-none-match': etag } })
  const stale = await ask({ headers: { ...window, 'if-range': original.headers.get('etag') } })
  const disposition = whole.headers.get('content-disposition')
  const sha256 = createHash('sha256').update(whole.content).digest('hex')
  const facts = {
    'is a file of its own': whole.status === 200 && !whole.content.equals(original.content),
    'has its own type': whole.headers.get('content-type') === mimeType,
    'has its own length': whole.headers.get('content-length') === `${size}`,
    'has its own ETag': etag !== original.headers.get('etag') && /^"[^"]+"$/.test(etag),
    'answers HEAD alike':
      head.status === 200 &&
      head.content.length === 0 &&
      ['content-type', 'content-length', 'etag'].every(
        (field) => head.headers.get(field) === whole.headers.get(field),
      ),
    'has ranges of its own':
      part.status === 206 &&
      part.headers.get('content-range') === `bytes 10-19/${size}` &&
      part.content.equals(whole.content.subarray(10, 20)),
    'refuses ranges past its own end':
      past.status === 416 && past.headers.get('content-range') === `bytes */${size}`,
    'is not sent again': again.status === 304 && again.headers.get('etag') === etag,
    'is whole when the range was of another file': stale.status === 200,
    'has the name of its own type':
      disposition.includes(`my photo.${extension}`) &&
      disposition.startsWith(route === 'content' ? 'inline' : 'attachment'),
    'is what it says': (await sharp(whole.content).metadata()).exif === undefined,
  }
  const wrong = Object.keys(facts).filter((fact) => !facts[fact])
  report.check(
    `${route}?variant=${name}: own ETag, length, ranges, type, HEAD`,
    wrong.length === 0,
    wrong.length === 0 ? `${size} bytes, ${sha256.slice(0, 8)}` : `not so: ${wrong.join('; ')}`,
  )
}

async function refusals(server, asset) {
  const unknown = await server.variant(asset, 'poster')
  const [error] = JSON.parse(unknown.content).errors
  report.check(
    'an unknown name is answered 400, naming the parameter',
    unknown.status === 400 &&
      error.code === 'invalid_parameter' &&
      error.source.parameter === 'variant',
  )
  const text = await server.upload('no picture', 'text.txt')
  const { status } = await server.variant(text, 'thumbnail')
  report.check('of a text it is answered 404', status === 404, `${status}`)
  report.check('and the text has no thumbnail_url', text.attributes.thumbnail_url === null)
}

async function lifeCycle(directory, photo) {
  const server = await startPictureServer(directory)
  try {
    const asset = await server.upload(photo, 'photo.jpg')
    const before = await server.variant(asset, 'thumbnail')
    await server.variant(asset, 'optimized')
    const files = (await filesBelow(directory)).length
    report.check('a picture with two variants is three files', files === 3, `${files}`)

    await server.change('bulk-trash', [asset.id])
    const trashed = await statusesOf(server, asset)
    report.check('trashed, none of them is served', trashed === '404 404 404', trashed)
    await server.change('bulk-restore', [asset.id])
    const restored = await statusesOf(server, asset)
    const after = await server.variant(asset, 'thumbnail')
    report.check('restored, all of them are', restored === '200 200 200', restored)
    report.check('unchanged', after.content.equals(before.content))

    await server.change('bulk-trash', [asset.id])
    await server.change('bulk-permanent', [asset.id], 'DELETE')
    const purged = await statusesOf(server, asset)
    report.check('purged, none of them is', purged === '404 404 404', purged)
    const left = (await filesLeftBelow(directory)).length
    report.check('and no file is left', left === 0, `${left}`)
  } finally {
    await server.stop()
  }
}

async function statusesOf(server, asset) {
  const original = await server.ask(asset.attributes.url)
  const thumbnail = await server.variant(asset, 'thumbnail')
  const optimized = await server.variant(asset, 'optimized')
  return [original, thumbnail, optimized].map(({ status }) => status).join(' ')
}

async function failure(directory, photo) {
  const broken = photo.subarray(0, 2000)
  for (const [timing, variants] of [
    ['immediately', {}],
    ['on-demand', ON_DEMAND],
  ]) {
    const server = await startPictureServer(path.join(directory, timing), variants)
    try {
      const asset = await server.upload(broken, 'broken.jpg')
      report.check(
        `${timing}: a broken picture is stored, ready`,
        asset.attributes.status === 'ready',
      )
      if (timing === 'on-demand') {
        report.check(
          'on-demand: with a thumbnail_url until it was tried',
          asset.attributes.thumbnail_url !== null,
        )
      }
      const first = await server.variant(asset, 'thumbnail')
      const second = await server.variant(asset, 'thumbnail')
      const statuses = `${first.status} ${second.status}`
      report.check(`${timing}: its thumbnail is answered 404`, statuses === '404 404', statuses)
      const { attributes } = await server.asset(asset.id)
      report.check(`${timing}: thumbnail_url is null then`, attributes.thumbnail_url === null)
      const attempts = (await server.made()).length
      report.check(`${timing}: it was tried once`, attempts === 1, `${attempts}`)
    } finally {
      await server.stop()
    }
  }
}

async function once(directory, photo) {
  const one = await startPictureServer(directory, ON_DEMAND)
  const other = await startPictureServer(directory, ON_DEMAND)
  try {
    const alone = await one.upload(photo, 'one.jpg')
    await allAtOnce('one process', alone, [one])
    const shared = await one.upload(photo, 'two.jpg')
    await allAtOnce('two processes on one store', shared, [one, other])
    const files = (await filesBelow(directory)).length
    report.check('two pictures and two thumbnails are four files', files === 4, `${files}`)
  } finally {
    await one.stop()
    await other.stop()
  }
}

async function allAtOnce(name, asset, servers) {
  const count = async () => (await Promise.all(servers.map(({ made }) => made()))).flat().length
  const before = await count()
  const requests = Array.from({ length: ASKED }, (_, index) =>
    servers[index % servers.length].variant(asset, 'thumbnail'),
  )
  const answers = await Promise.all(requests)
  const same = answers.every(
    ({ status, content }) => status === 200 && content.equals(answers[0].content),
  )
  report.check(`${name}: ${ASKED} simultaneous first requests get the same thumbnail`, same)
  const made = (await count()) - before
  report.check(`${name}: which is made once`, made === 1, `${made}`)
}

async function killed(directory) {
  const photos = await Promise.all([800, 1200, 2000].map((width) => photoOf(width, width)))
  let cutOff = 0
  for (let round = 0; round < KILLS; round += 1) {
    const kill = round % 2 === 0 ? killAtRandom : killWhileStoring
    cutOff += await killedWhileMaking(directory, photos, kill)
  }
  const asked = KILLS * photos.length * 2
  const isMixed = cutOff > 0 && cutOff < asked
  report.check('kill -9: cuts off some variants, not all', isMixed, `${cutOff} of ${asked}`)

  const clock = () => Date.now() * 1000 + PAST_GRACE
  const variants = sharpVariants({ variants: ON_DEMAND })
  const store = await openAssetStore({
    directory,
    variants,
    advanced: { clock, sweepEveryMs: false },
  })
  try {
    const before = (await filesBelow(directory)).length
    await store.admin.sweep()
    const files = await filesBelow(directory)
    report.check(
      'kill -9: after recovery the files on disk are the blobs of the records',
      files.join() === (await blobsInRecords(store)).join(),
      `${before} files before, ${files.length} after`,
    )
    let assets = 0
    for await (const asset of store.matching({}).iterate()) {
      const { variants } = await store.variants.ensure(asset, 'thumbnail')
      if (variants.some(({ name }) => name === 'thumbnail')) assets += 1
    }
    const all = KILLS * photos.length
    report.check('kill -9: every thumbnail can be had', assets === all, `${assets} of ${all}`)
  } finally {
    await store.close()
  }
}

/** How many answers the client did not get. */
async function killedWhileMaking(directory, photos, kill) {
  const server = await startPictureServer(directory, ON_DEMAND)
  const assets = await Promise.all(photos.map((photo) => server.upload(photo, 'photo.jpg')))
  const answers = Promise.allSettled(
    assets.flatMap((asset) => [
      server.variant(asset, 'thumbnail'),
      server.variant(asset, 'optimized'),
    ]),
  )
  await kill(server)
  return (await answers).filter(({ status }) => status === 'rejected').length
}

async function killAtRandom(server) {
  await sleep(Math.random() * LONGEST_ROUND)
  await server.kill()
}

async function killWhileStoring(server) {
  await server.killWhileStoring()
}

function optimizedSize({ attributes }) {
  return attributes.optimized_size
}
