// Run as a process of its own: node uploads-on.mjs <place>. Uploads a small file every 20 ms until it is left, and then
// says how many.
import { setTimeout as sleep } from 'node:timers/promises'
import { openPlace } from '../folders/places.mjs'

const store = await openPlace(JSON.parse(process.argv[2]))
let isLeft = false
process.once('message', () => {
  isLeft = true
})
let uploads = 0
while (!isLeft) {
  // On a slow machine the rewrite may take longer than an upload waits.
  const stored = await store.upload(Buffer.from(`file ${uploads}`)).catch(refusedBusy)
  if (stored !== null) uploads += 1
  if (uploads === 1) process.send('running')
  await sleep(20)
}
await store.close()
process.send({ uploads }, () => process.disconnect())

function refusedBusy(error) {
  if (error.code !== 'unavailable') throw error
  return null
}
