// A media asset service: node:http in front of a store that keeps its files and database in one folder, and a page to
// look at them.
//
//   node server.js                   serves; makes a key on the first start, and prints the page's URL with it
//   node server.js --new-key <name>  makes another key, also while the service runs
//
// PORT (3000), HOST (127.0.0.1), STOWAGE_DIRECTORY (./media), STOWAGE_BASE_URL (default: taken from the request)
import { once } from 'node:events'
import { createServer } from 'node:http'
import path, { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openAssetStore } from '@stowage/core'
import { gallery } from '@stowage/gallery'
import { createNodeHandler, stopServer } from '@stowage/node'
import { sharpVariants } from '@stowage/sharp'
import { limitAttempts } from './attempts.js'
import { signingSecret } from './signing.js'

const {
  PORT = '3000',
  HOST = '127.0.0.1',
  STOWAGE_DIRECTORY = './media',
  STOWAGE_BASE_URL,
} = process.env

const EVERYTHING = ['read', 'write', 'delete', 'manage']

const store = await openAssetStore({
  directory: STOWAGE_DIRECTORY,
  variants: sharpVariants(),
  signing: { secrets: [await signingSecret(path.join(STOWAGE_DIRECTORY, 'signing-secret'))] },
})

if (process.argv[2] === '--new-key') {
  const { token } = await store.keys.create({
    name: process.argv[3] ?? 'unnamed',
    permissions: EVERYTHING,
  })
  console.log(`key: ${token}`)
  await store.close()
} else {
  await serve()
}

async function serve() {
  const handler = createNodeHandler(store, {
    page: gallery(),
    ...(STOWAGE_BASE_URL && { baseUrl: STOWAGE_BASE_URL }),
  })
  // A large upload may take longer than Node's five minutes; the handler drops clients that stall.
  const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, limitAttempts(handler))
  handler.attach(server)

  try {
    server.listen(Number(PORT), HOST)
    await once(server, 'listening')
  } catch (error) {
    console.error(
      error.code === 'EADDRINUSE'
        ? `Port ${PORT} is in use. Set PORT to another one.`
        : error.message,
    )
    await store.close()
    process.exitCode = 1
    return
  }

  // A second signal ends the process at once.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)

  const page = `http://${HOST}:${server.address().port}/`
  console.log(`Assets at ${page}api/v1/assets, files in ${STOWAGE_DIRECTORY}`)
  const shown = showKey(page)
  await shown

  async function stop() {
    console.log('Finishing what is under way')
    await shown
    await stopServer(server)
    await store.close()
  }
}

async function showKey(page) {
  const file = relative('.', fileURLToPath(import.meta.url))
  if ((await store.keys.list()).length > 0) {
    console.log(`Open ${page} and sign in with a key.`)
    console.log(
      `A key exists; it was shown when it was made. For another: node ${file} --new-key <name>`,
    )
    return
  }
  const { token } = await store.keys.create({ name: 'first', permissions: EVERYTHING })
  console.log(`key: ${token}`)
  // Browsers send what stands behind # to no server.
  console.log(`It is shown only now. Open the page with it: ${page}#key=${token}`)
  console.log('Or try it:')
  console.log(`curl -H 'Authorization: Bearer ${token}' -F 'file=@${file}' ${page}api/v1/assets`)
}
