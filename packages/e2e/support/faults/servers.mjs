import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBackend } from './kill-backend.mjs'

/** Faults of PostgreSQL and of an S3 gateway, by name. Each resolves when the server is there again. */
export function createServerFaults({ postgres, ceph }) {
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
