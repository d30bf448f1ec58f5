// Run as a process of its own: node process.mjs <place> <name> <ahead> <concurrency>. Runs the jobs of a store beside other
// processes until it is told to stop, and notes when each begins and ends.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { openJournal } from './journal.mjs'
import { cureOf, seenBy } from './kinds.mjs'
import { openPlace } from './places.mjs'

const [placeText, name, ahead, concurrency] = process.argv.slice(2)
const place = JSON.parse(placeText)
const note = openJournal(place.directory, name)
const errors = []
const store = await openPlace(place, {
  ahead: Number(ahead),
  jobs: { concurrency: Number(concurrency) * 4 },
  // The jobs that are dead say so to all.
  onError: (error) => error.code !== 'job_failed' && errors.push(`onError: ${error.stack}`),
})
const waiting = []
const limits = { concurrency: Number(concurrency) }

/** Runs `work` between two notes. */
function define(kind, work) {
  store.jobs.define(
    kind,
    async (job) => {
      note('begin', job, job.payload.n)
      try {
        note('done', job, (await work(job)) ?? job.payload.n)
      } catch (error) {
        note('failed', job, job.payload.n)
        throw error
      }
    },
    limits,
  )
}

define('work', async ({ payload: { n, dies }, attempt }) => {
  if (dies && attempt === 1) process.kill(process.pid, 'SIGKILL')
  await sleep(n % 4)
})
define('poison', () => {
  if (!existsSync(cureOf(place.directory))) throw new Error('This one never works.')
})
define('keyed', async ({ payload: { n } }) => {
  const seen = seenBy(place.directory, n)
  await sleep(seen % 6)
  return seen
})
define('gated', async () => {
  const opened = new Promise((open) => waiting.push(open))
  process.send('holds')
  await opened
})

process.on('message', async (message) => {
  if (message === 'open') return waiting.shift()()
  await store.close()
  process.send({ errors: errors.slice(0, 20) }, () => process.disconnect())
})
process.send('running')
