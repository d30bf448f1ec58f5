// Run as a process of its own: node process.mjs <place> <writers> <number>. Its writers change assets one after the other,
// and note what was acknowledged, with when it began and ended. It also follows the feed of each tenant. Stops when it is
// told to, and then says how many events of other processes it has heard.

import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { openPlace, TENANTS } from './places.mjs'

const [placeText, writers, number] = process.argv.slice(2)
const place = JSON.parse(placeText)
const store = await openPlace(place)
const journal = path.join(place.directory, 'journals', `${number}.jsonl`)
let isStopped = false
let heard = 0

/** A clock that all processes of the machine share, in nanoseconds. */
const now = () => Number(process.hrtime.bigint())

async function note(writer, step, type, work) {
  const begun = now()
  const { id } = await work()
  const line = { writer, step, type, id, begun, ended: now() }
  appendFileSync(journal, `${JSON.stringify(line)}\n`)
  return id
}

async function write(index) {
  const view = store.for({ tenant: TENANTS[index % TENANTS.length], actor: `process ${number}` })
  const writer = `${number}-${index}`
  let step = 0
  while (!isStopped) {
    const name = `${writer}.bin`
    const title = () => `${writer} ${step}`
    const source = Buffer.from(`${writer} ${step}`)
    const id = await note(writer, step, 'asset.created', () => view.upload(source, { name }))
    step += 1
    for (let change = 0; change < 2; change += 1) {
      await note(writer, step, 'asset.updated', () => view.update(id, { title: title() }))
      step += 1
    }
    await note(writer, step, 'asset.trashed', async () => (await view.trash(id))[0])
    step += 1
  }
}

const controller = new AbortController()

async function follow(tenant) {
  const options = { after: null, signal: controller.signal }
  for await (const { actor } of store.for({ tenant }).events.follow(options)) {
    if (actor !== `process ${number}`) heard += 1
  }
}

const following = Promise.allSettled(TENANTS.map(follow))
const writing = Promise.all(Array.from({ length: Number(writers) }, (_, index) => write(index)))
process.send('running')
await once(process, 'message')
isStopped = true
await writing
controller.abort()
await following
await store.close()
process.send({ heard }, () => process.disconnect())
