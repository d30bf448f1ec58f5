import { setTimeout as sleep } from 'node:timers/promises'
import { startProcess } from '../faults/process.mjs'
import { HOST, openPlace } from './places.mjs'
import { closedPort, startReceiver } from './receiver.mjs'

/** Milliseconds after which nothing more is expected: a killed process holds its jobs for 30 seconds. */
const PATIENCE = 240_000

/**
 * A store that this process changes, two processes that send its webhooks, and their receiver. Each scenario has a tenant
 * of its own, with a webhook of the same path.
 */
export async function openStage(place, name, report) {
  const receiver = await startReceiver()
  const closed = await closedPort()
  const known = { ...place, ports: [receiver.port, closed] }
  const store = await openPlace(known, 0)
  const senders = new Map()
  let started = 0
  const stage = {
    name,
    place: known,
    store,
    receiver,
    /** A port on which nobody listens yet. */
    closed,
    /** By number; each is at the address of that number. */
    senders,
    tenant: (tenant) => store.for({ tenant }),
    check: (what, passed, detail) => report.check(`${name}: ${what}`, passed, detail),
    async startSender() {
      started += 1
      const number = started
      const child = startProcess('webhooks/process.mjs', [JSON.stringify(known), number])
      senders.set(number, child)
      await child.says()
    },
    async killSender(number) {
      await senders.get(number).kill()
      senders.delete(number)
    },
    /** Adds a webhook to a tenant. Resolves to its id. */
    async hook(tenant, port = receiver.port) {
      const url = `http://${HOST}:${port}/${tenant}`
      const { webhook, secret } = await store.for({ tenant }).webhooks.create({ url })
      receiver.trusts(`/${tenant}`, secret)
      return webhook.id
    },
    async deliveries(tenant, id, state) {
      const options = { limit: 1000, ...(state !== undefined && { state }) }
      return (await store.for({ tenant }).webhooks.deliveries(id, options)).deliveries
    },
    /** Waits until it holds. */
    async until(what, holds) {
      const end = performance.now() + PATIENCE
      while (!(await holds())) {
        if (performance.now() > end) throw new Error(`${name}: ${what} did not come to pass`)
        await sleep(50)
      }
    },
    async upload(tenant, count) {
      const assets = []
      for (let n = 0; n < count; n += 1) {
        const source = Buffer.from(`${tenant} ${n}`)
        assets.push(await store.for({ tenant }).upload(source, { name: `${n}.txt` }))
      }
      return assets
    },
    async close() {
      const ends = [...senders.values()].map(async (child) => {
        child.tell('stop')
        await child.exited
      })
      await Promise.all(ends)
      await store.close()
      await receiver.stop()
    },
  }
  await Promise.all([stage.startSender(), stage.startSender()])
  return stage
}
