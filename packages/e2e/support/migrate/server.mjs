// Run as a process of its own: node server.mjs <places> <moving | new | back>. Serves the store while it moves, or from
// the new place alone, or from where it moved back; runs its jobs, follows its feed, and sends its webhooks. Sends
// { origin } over IPC; `close` ends it.
import { createServer } from 'node:http'
import { openAssetStore } from '@stowage/core'
import { moving } from '@stowage/migrate'
import { createNodeHandler } from '@stowage/node'
import { sendingTo, startSending } from '../webhooks/sending.mjs'
import { goOnBehind, runBehind } from './behind.mjs'
import { backPlace, newPlace, oldPlace } from './places.mjs'

const [text, mode] = process.argv.slice(2)
const places = JSON.parse(text)
const to = newPlace(places)
const errors = []
const PLACES = {
  moving: () => moving({ from: oldPlace(places), to }),
  new: () => to,
  back: () => backPlace(places),
}
const { directory, left } = places
const store = await openAssetStore({
  ...PLACES[mode](),
  ...sendingTo(left.port),
  advanced: { graceMs: 60_000, sweepEveryMs: 2000 },
  onError: (error) => errors.push(String(error.stack)),
})
const note = runBehind(store, directory, mode)
startSending(store)
const control = new AbortController()
const { signal } = control
const using = mode === 'moving' ? goOnBehind(store, { note, cursors: left.cursors, signal }) : null
using?.catch((error) => errors.push(String(error.stack)))
const handler = createNodeHandler(store, { onError: (error) => errors.push(String(error.stack)) })
const server = createServer({ requestTimeout: 0, headersTimeout: 60_000 }, handler)
server.listen(0, '127.0.0.1', () => {
  process.send({ origin: `http://127.0.0.1:${server.address().port}` })
})
process.on('message', async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  control.abort()
  await using
  await store.close()
  process.send({ errors }, () => process.disconnect())
})
