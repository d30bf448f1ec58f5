import { expect, it, onTestFinished } from 'vitest'
import { StowageError } from '../errors/stowage-error.ts'
import { createMemoryBlobs, createMemoryMetadata } from '../memory.ts'
import { createAssetStore } from '../store/opening/create-asset-store.ts'

const MINUTE = 60_000_000
const DAY = 24 * 60 * MINUTE

it('forgets a job that has been dead for 30 days, and no job that waits', async () => {
  let now = Date.UTC(2026, 0, 1) * 1000
  const clock = () => {
    now += 1
    return now
  }
  const store = createAssetStore({
    metadata: createMemoryMetadata({ clock }),
    blobs: createMemoryBlobs(),
    onError: () => {},
    advanced: { clock, sweepEveryMs: false },
  })
  onTestFinished(() => store.close())
  /** Lets days pass, and sweeps follow each other, so that the last one trusts the clock. */
  const passSweeping = async (days: number) => {
    now += days * DAY
    await store.admin.sweep()
    now += MINUTE
    await store.admin.sweep()
  }
  await passSweeping(1)
  const waiting = await store.jobs.enqueue('other', null)
  const dead = new Promise((resolve) => store.on('job.dead', resolve))
  store.jobs.define('mail', () => {
    throw new StowageError('job_refused', 'There is no such mailbox.')
  })
  const id = await store.jobs.enqueue('mail', null)
  await dead

  await passSweeping(29)
  expect(await store.jobs.get(id)).toMatchObject({ state: 'dead' })
  await passSweeping(2)
  await expect(store.jobs.get(id)).rejects.toMatchObject({ code: 'job_not_found' })
  expect(await store.jobs.get(waiting)).toMatchObject({ state: 'waiting' })
})
