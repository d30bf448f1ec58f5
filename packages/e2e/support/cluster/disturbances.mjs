import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBackend } from '../kill-backend.mjs'

const PATIENCE = 60_000

/** What goes wrong with the servers of a cluster. Each resolves when they are there again. */
export function createDisturbances({ postgres, ceph }) {
  return {
    'PostgreSQL is restarted': () => postgres.restart(),
    'a process of PostgreSQL is killed': () => killBackend(postgres.url),
    'PostgreSQL is killed': () => postgres.crash(),
    'the gateway is stopped': async (seconds) => {
      await ceph.stopGateway()
      await sleep(seconds * 1000)
      await ceph.startGateway()
    },
    'the gateway falls silent': async (seconds) => {
      const file = path.join(ceph.directory, 'radosgw.pid')
      const pid = Number(await readFile(file, 'utf8'))
      process.kill(pid, 'SIGSTOP')
      await sleep(seconds * 1000)
      process.kill(pid, 'SIGCONT')
    },
  }
}

/** Kills an instance every few seconds, at random, but never the last one that is up, until `end`. */
export function createKiller({ instances, random, least, most }) {
  const over = new AbortController()
  const running = (async () => {
    for (;;) {
      await sleep(random.between(least, most), null, { signal: over.signal })
      const up = instances.filter((instance) => instance.up)
      if (up.length > 1) random.pick(up).kill()
    }
  })().catch((error) => {
    if (error.name !== 'AbortError') throw error
  })
  return {
    async end() {
      over.abort()
      await running
    },
  }
}

/** Asks all instances for their health while `work` goes on: what a balancer would see of them. */
export async function watchHealth(instances, work) {
  const seen = { ready: new Map(), live: new Map() }
  let over = false
  const watching = (async () => {
    while (!over) {
      for (const { origin } of instances) {
        for (const kind of ['ready', 'live']) {
          const status = await healthOf(origin, kind)
          seen[kind].set(status, (seen[kind].get(status) ?? 0) + 1)
        }
      }
      await sleep(100)
    }
  })()
  try {
    await work()
  } finally {
    over = true
    await watching
  }
  return seen
}

/** Resolves to the milliseconds until every instance says that it is ready. */
export async function allReady(instances) {
  const start = performance.now()
  for (const { origin } of instances) {
    while ((await healthOf(origin, 'ready')) !== 204) {
      if (performance.now() - start > PATIENCE) throw new Error(`${origin} is not ready again.`)
      await sleep(50)
    }
  }
  return performance.now() - start
}

/** A status, or `'none'` where nobody answers. */
async function healthOf(origin, kind) {
  try {
    const signal = AbortSignal.timeout(10_000)
    return (await fetch(`${origin}/api/v1/health/${kind}`, { signal })).status
  } catch {
    return 'none'
  }
}
