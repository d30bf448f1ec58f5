// Run as a process of its own: node --expose-gc server.mjs <directory>
// Serves one store by three adapters. Sends { origins, token } over IPC. Answers `sample` with what the process holds;
// with `quiet` it first waits until no connection is left. `close` ends it.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAssetStore } from '@stowage/core'
import { ADAPTERS } from '../adapters.mjs'
import { textVariants } from '../text-variants.mjs'

const [directory] = process.argv.slice(2)
const errors = []
const lowest = {}
const store = await openAssetStore({
  directory,
  variants: { processor: textVariants(), when: 'upload' },
  advanced: { graceMs: 60_000, sweepEveryMs: 2_000 },
  onError: (error) => errors.push(String(error.stack)),
})
const { token } = await store.keys.create({ name: 'e2e' })
const names = ['node:http', 'Express 5', 'Fastify 5']
const adapters = await Promise.all(names.map((name) => ADAPTERS[name](store, '')))
process.send({ origins: adapters.map(({ origin }) => origin), token })

process.on('message', async (message) => {
  if (message === 'close') {
    await Promise.all(adapters.map(({ close }) => close()))
    await store.close()
    process.send({ errors }, () => process.disconnect())
  } else {
    if (message === 'quiet') await connectionsGone()
    process.send(await sample())
  }
})

async function connectionsGone() {
  for (const until = Date.now() + 10_000; Date.now() < until; await sleep(20)) {
    if (!process.getActiveResourcesInfo().includes('TCPSocketWrap')) return
  }
}

async function sample() {
  // What finalizers free is gone with the second one.
  for (let time = 0; time < 2; time += 1) {
    globalThis.gc()
    await sleep(1)
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    rss,
    heap: heapUsed + external,
    files: await least('files', () => readdirSync('/proc/self/fd').length),
    resources: await least('resources', () => process.getActiveResourcesInfo().length),
    staged: staged().length,
  }
}

/**
 * The lowest of many counts. A sweep or a background write may hold something for a moment; a leak is there each
 * time. Stops early once the count is as low as it ever was.
 */
async function least(what, count) {
  let value = count()
  for (let time = 0; time < 50 && !(time >= 10 && value <= lowest[what]); time += 1) {
    await sleep(10)
    value = Math.min(value, count())
  }
  lowest[what] = Math.min(value, lowest[what] ?? value)
  return value
}

function staged() {
  try {
    return readdirSync(path.join(directory, 'staging'))
  } catch {
    return []
  }
}
