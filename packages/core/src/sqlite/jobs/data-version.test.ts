import { setTimeout } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createJobRunner } from '../../jobs/job-runner.ts'
import { databaseFile, testedDrivers } from '../connection/drivers.fixture.ts'
import { openSqliteMetadata } from '../metadata/open-sqlite-metadata.ts'

const job = { kind: 'a', key: null, payload: 1, priority: 0, delay: 0, maxAttempts: 1 } as const

/** Two stores on one file, each with connections of its own, as two processes have them. */
async function twoStores(driver: (typeof testedDrivers)[number]) {
  const file = await databaseFile()
  const stores = [
    await openSqliteMetadata({ file, driver }),
    await openSqliteMetadata({ file, driver }),
  ] as const
  onTestFinished(async () => {
    for (const store of stores) await store.close()
  })
  return stores
}

it.each(testedDrivers)(
  'has another version on %s once a job was enqueued by anyone, and only then',
  async (driver) => {
    const [mine, other] = await twoStores(driver)
    await mine.jobs.enqueue({ tenant: 'default', jobs: [job] })
    for (const store of [other, mine]) {
      const before = await mine.jobs.version()
      expect(await mine.jobs.version()).toBe(before)
      await mine.jobs.nextDue({ kinds: ['a'] })
      expect(await mine.jobs.version()).toBe(before)
      await store.jobs.enqueue({ tenant: 'default', jobs: [job] })
      expect(await mine.jobs.version()).not.toBe(before)
    }
  },
)

it.each(testedDrivers)(
  'runs what another process enqueues on %s, without a look at the jobs before',
  async (driver) => {
    const [mine, other] = await twoStores(driver)
    // The tenant is there: nothing else is written later.
    await other.jobs.enqueue({ tenant: 'default', jobs: [{ ...job, kind: 'b' }] })
    let looks = 0
    const nextDue = mine.jobs.nextDue.bind(mine.jobs)
    const jobs = Object.assign(Object.create(mine.jobs), {
      nextDue(query: Parameters<typeof nextDue>[0]) {
        looks += 1
        return nextDue(query)
      },
    })
    const done: unknown[] = []
    const fail = (error: unknown) => expect.fail(String(error))
    const runner = createJobRunner({
      jobs,
      work: true,
      concurrency: 1,
      closeTimeout: 100,
      looks: { first: 10, most: 60_000 },
      onDead: fail,
      onError: fail,
    })
    onTestFinished(() => runner.close())
    runner.define('a', async ({ payload }) => void done.push(payload), {
      concurrency: 1,
      timeoutMs: null,
    })
    // It looks until what the opening wrote is known. Then it only asks, every 10 ms.
    const looksMeanwhile = async () => {
      const before = looks
      await setTimeout(100)
      return looks - before
    }
    await expect.poll(looksMeanwhile).toBe(0)
    expect(looks).toBeGreaterThan(0)
    await other.jobs.enqueue({ tenant: 'default', jobs: [job] })
    await expect.poll(() => done).toEqual([1])
  },
)
