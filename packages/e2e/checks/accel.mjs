// The bytes of files sent by a real nginx, by the configuration in docs/delivery.md: the HTTP contract holds.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { createNodeHandler } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import { fixtureOf, HTTP_SIGNING_SECRET, httpContract } from '@stowage/testing/http'
import sharp from 'sharp'
import { nginxVersion, startNginx } from '../support/nginx.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ORIGIN = 'https://app.example'
const LIMITS = { fileSize: 8 * 1024 ** 2 }
/** Cases with paths that nginx refuses before it asks the app. */
const OF_THE_PROXY = new Set([
  'a malformed UUID is an unknown asset; letters of a UUID may be of either case',
  'a request target in absolute form names the host of links, not the Host header',
  'a path whose percent-encoding is broken is no route: 404',
])

const report = createReport('accel: files through nginx')
await report.run(() =>
  withTemporaryDirectory((media) =>
    withTemporaryDirectory(async (directory) => {
      const version = nginxVersion()
      if (version === null) return report.skip('files through nginx', 'there is no nginx here')
      report.note(version)
      const variants = sharpVariants()
      const store = await openAssetStore({
        directory: media,
        variants,
        limits: LIMITS,
        signing: { secrets: [HTTP_SIGNING_SECRET] },
      })
      const app = createServer({ requestTimeout: 0 })
      app.on(
        'request',
        createNodeHandler(store, {
          trustProxy: true,
          cors: { origins: [ORIGIN] },
          delivery: { accel: 'x-accel-redirect' },
        }),
      )
      await new Promise((resolve) => app.listen(0, '127.0.0.1', resolve))
      const appPort = app.address().port
      const nginx = await startNginx({ directory, media, appPort })
      try {
        const { token: key } = await store.keys.create({ name: 'accel' })
        await checkFiles({ store, key, origin: nginx.origin, app: `http://127.0.0.1:${appPort}` })
        await checkContract({
          ...fixtureOf(store, key, nginx.origin),
          crossOrigin: ORIGIN,
          fileSize: LIMITS.fileSize,
        })
      } finally {
        await nginx.stop()
        app.close()
        app.closeAllConnections()
        await store.close()
      }
    }),
  ),
)

async function checkFiles({ store, key, origin, app }) {
  const headers = { authorization: `Bearer ${key}` }
  const bytes = randomBytes(300_000)
  const { publicFileId } = await store.upload(bytes, { name: 'größe.bin' })
  const file = `/api/v1/files/${publicFileId}/content`
  const own = [
    'content-type',
    'content-disposition',
    'etag',
    'last-modified',
    'cache-control',
    'vary',
  ]
  const secure = [
    'x-content-type-options',
    'content-security-policy',
    'cross-origin-resource-policy',
  ]

  await report.step('the app hands the file over, and nginx sends its bytes', async () => {
    const handed = await fetch(app + file, { headers })
    assert.match(handed.headers.get('x-accel-redirect'), /^\/stowage-files\/blobs\/[0-9a-z/]+$/)
    assert.equal((await handed.arrayBuffer()).byteLength, 0)
    const sent = await fetch(origin + file, { headers })
    assert.equal(sent.status, 200)
    assert.equal(sent.headers.get('x-accel-redirect'), null)
    assert.match(sent.headers.get('server'), /nginx/)
    assert.deepEqual(Buffer.from(await sent.arrayBuffer()), bytes)
  })

  await report.step('every header that says what a file is, is ours', async () => {
    const cross = { ...headers, origin: ORIGIN, 'x-request-id': 'this-one' }
    const head = await fetch(app + file, { method: 'HEAD', headers: cross })
    for (const method of ['GET', 'HEAD']) {
      const sent = await fetch(origin + file, { method, headers: cross })
      await sent.arrayBuffer()
      const names = [...own, ...secure, 'content-length', 'accept-ranges', 'x-request-id']
      for (const name of [
        ...names,
        'access-control-allow-origin',
        'access-control-expose-headers',
      ]) {
        assert.equal(sent.headers.get(name), head.headers.get(name), `${method}: ${name}`)
        assert.notEqual(sent.headers.get(name), null, `${method}: ${name}`)
      }
    }
  })

  await report.step('ranges, also conditional ones, are cut by nginx as we would', async () => {
    const { headers: known } = await fetch(origin + file, { method: 'HEAD', headers })
    const range = async (more) => {
      const response = await fetch(origin + file, {
        headers: { ...headers, range: 'bytes=10-19', ...more },
      })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const part = { status: 206, bytes: bytes.subarray(10, 20) }
    const whole = { status: 200, bytes }
    assert.deepEqual(await range({}), part)
    assert.deepEqual(await range({ 'if-range': known.get('etag') }), part)
    assert.deepEqual(await range({ 'if-range': known.get('last-modified') }), part)
    assert.deepEqual(await range({ 'if-range': '"another"' }), whole)
    assert.deepEqual(await range({ 'if-range': 'Sat, 21 Nov 2015 10:00:00 GMT' }), whole)
    assert.deepEqual(await range({ range: 'bytes=0-1,5-6' }), whole)
    assert.deepEqual(await range({ 'if-match': known.get('etag') }), part)
    assert.equal((await range({ range: 'bytes=300000-' })).status, 416)
    assert.equal((await range({ 'if-none-match': known.get('etag') })).status, 304)
    assert.equal((await range({ 'if-match': '"another"' })).status, 412)
  })

  await report.step('thumbnails go the same way', async () => {
    const create = { width: 900, height: 600, channels: 3, background: '#285' }
    const asset = await store.upload(await sharp({ create }).png().toBuffer(), { name: 'a.png' })
    const thumbnail = `/api/v1/files/${asset.publicFileId}/content?variant=thumbnail`
    const sent = await fetch(origin + thumbnail, { headers })
    const { width } = await sharp(Buffer.from(await sent.arrayBuffer())).metadata()
    assert.deepEqual(
      [sent.status, sent.headers.get('content-type'), width],
      [200, 'image/jpeg', 300],
    )
    assert.match(
      (await fetch(app + thumbnail, { headers })).headers.get('x-accel-redirect'),
      /blobs/,
    )
  })

  await report.step('no request reaches the files past the checks', async () => {
    const { headers: handed } = await fetch(app + file, { headers })
    for (const path of [handed.get('x-accel-redirect'), '/stowage-files/stowage.db']) {
      assert.equal((await fetch(origin + path, { headers })).status, 404)
    }
    assert.equal((await fetch(origin + file)).status, 401)
  })
}

/** Each case of the contract, in one store. */
async function checkContract(world) {
  for (const { name, needs = [], run } of httpContract) {
    if (OF_THE_PROXY.has(name)) continue
    if (needs.some((need) => world[need] === undefined)) continue
    await report.step(name, () => run(world))
  }
}
