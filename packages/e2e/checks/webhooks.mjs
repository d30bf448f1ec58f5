// Webhooks on real sockets, on SQLite and on PostgreSQL: two processes send, and one of them is killed while it does.
// Receivers are down, slow, silent, busy or gone; they reset and redirect. Each event must reach its webhook at least once
// and in the order of its asset, signed so that `standardwebhooks` verifies it. Nothing may be sent to addresses that are
// not public, or for a tenant that is erased. `--full` for more kills.
import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../tooling/postgres-server.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'
import { again, down, erased, gone, slow, unaccepted } from '../support/webhooks/failures.mjs'
import { killed, rotated } from '../support/webhooks/kills.mjs'
import { refused } from '../support/webhooks/refusals.mjs'
import { openStage } from '../support/webhooks/stage.mjs'

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
/** Each makes its messages wait for 30 seconds, for which a killed process holds its jobs. */
const KILLS = values.full ? 6 : 1

const report = createReport('Webhooks that two processes send')
await report.run(() =>
  withTemporaryDirectory(async (top) => {
    const { url, stop } = await startPostgres()
    const schema = `w${randomUUID().slice(0, 8)}`
    try {
      // Both at once: most of the time they wait.
      const ended = await Promise.allSettled([
        check('SQLite', { directory: path.join(top, 'sqlite') }),
        check('PostgreSQL', { directory: path.join(top, 'postgres'), url, schema }),
      ])
      for (const { reason } of ended) if (reason !== undefined) throw reason
    } finally {
      await stop()
    }
  }),
)

async function check(name, place) {
  await mkdir(place.directory)
  const stage = await openStage(place, name, report)
  try {
    const scenarios = [slow, unaccepted, again, gone, down, erased, rotated, refused]
    const first = await Promise.all(scenarios.map((scenario) => scenario(stage)))
    await killed(stage, KILLS)
    for (const afterwards of first) await afterwards?.()
    const { requests } = stage.receiver
    const unverified = requests.filter(({ isVerified }) => !isVerified)
    stage.check(
      'standardwebhooks verifies each message',
      unverified.length === 0 && requests.length > 0,
      `${requests.length} messages`,
    )
  } finally {
    await stage.close()
  }
}
