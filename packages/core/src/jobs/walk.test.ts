import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createMemoryMetadata } from '../memory.ts'
import type { Job } from './job.ts'
import { createJobRunner } from './job-runner.ts'
import { type Counts, defineWalk, type Walk, walkJob } from './walk.ts'

const PLACES = ['a', 'b', 'c']
const WALK = { kind: 'stowage.walk', nothing: { seen: 0 } }

/** A database, and processes that walk over `a`, `b` and `c`, one of them in each part. */
function fixture() {
  const metadata = createMemoryMetadata()
  const dead: Job[] = []
  const errors: unknown[] = []
  /** The places in the order in which parts ended. */
  const walked: string[] = []
  const ended: Counts[] = []
  function process(changes: Partial<Walk<{ seen: number }>> = {}) {
    const runner = createJobRunner({
      jobs: metadata.jobs,
      work: true,
      concurrency: 4,
      closeTimeout: 0,
      looks: { first: 1, most: 1 },
      random: () => 0,
      onDead: (job) => dead.push(job),
      onError: (error) => errors.push(error),
    })
    onTestFinished(() => runner.close())
    defineWalk(runner, {
      ...WALK,
      timeoutMs: null,
      async step(place) {
        const at = place === null ? 0 : PLACES.indexOf(place) + 1
        walked.push(PLACES[at] ?? '')
        return {
          place: at === 2 ? null : (PLACES[at] ?? null),
          seen: { seen: 1 },
          notes: [`${at}.`],
        }
      },
      isEnough: () => false,
      failure: () => null,
      onEnd: (seen) => ended.push(seen),
      ...changes,
    })
    return runner
  }
  async function start(): Promise<string> {
    const [id] = await metadata.jobs.enqueue({ tenant: null, jobs: [walkJob(WALK)] })
    return id as string
  }
  return { metadata, dead, errors, walked, ended, process, start }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await nextTurn()
}

it('goes part by part, adds up what it has seen, and is gone at its end', async () => {
  const { metadata, walked, ended, process, start } = fixture()
  const id = await start()
  expect(await start()).toBe(id)
  process()
  await until(async () => (await metadata.jobs.get({ id })) === null)
  expect([walked, ended]).toEqual([PLACES, [{ seen: 3 }]])
})

it('goes on in another process where one was that ended, and tries a part again that failed', async () => {
  const { metadata, walked, ended, process, start } = fixture()
  const id = await start()
  const attempts: number[] = []
  const first = process({
    async step(place, { attempt, signal }) {
      if (place === null) {
        attempts.push(attempt)
        if (attempt < 3) throw new Error('The database was away.')
        return { place: 'a', seen: { seen: 1 }, notes: [] }
      }
      walked.push('killed')
      await new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      throw new Error('It goes on.')
    },
  })
  await until(() => walked.length === 1)
  await first.close()
  expect(attempts).toEqual([1, 2, 3])
  expect(await metadata.jobs.get({ id })).toMatchObject({
    state: 'waiting',
    payload: { place: 'a', seen: { seen: 1 } },
  })
  process()
  await until(() => ended.length === 1)
  expect([walked, ended]).toEqual([['killed', 'b', 'c'], [{ seen: 3 }]])
})

it('is a dead job when something is wrong, and begins anew when it is retried', async () => {
  const { metadata, dead, walked, process, start } = fixture()
  const id = await start()
  process({ failure: ({ seen }, notes) => `${seen} are wrong. ${notes.join(' ')}` })
  await until(() => dead.length === 1)
  const error = '3 are wrong. 0. 1. 2.'
  expect(dead).toMatchObject([{ id, state: 'dead', error }])
  expect(await metadata.jobs.get({ id })).toMatchObject({
    state: 'dead',
    error,
    payload: { place: null, seen: { seen: 0 }, notes: [] },
  })
  await metadata.jobs.retry({ ids: [id] })
  await until(() => dead.length === 2)
  expect(walked).toEqual([...PLACES, ...PLACES])
})

it('ends early when too much is wrong', async () => {
  const { walked, ended, process, start } = fixture()
  await start()
  process({ isEnough: ({ seen }) => seen >= 2 })
  await until(() => ended.length === 1)
  expect(walked).toEqual(['a', 'b'])
})
