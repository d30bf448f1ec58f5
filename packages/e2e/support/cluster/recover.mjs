import { openAssetStore } from '@stowage/core'
import { createClock } from '../faults/clock.mjs'
import { filesOf, GRACE, placeOf } from './places.mjs'

const HOUR = 3_600_000_000

/** Sweeps as the instances would in the hours to come. No other process may use the store. */
export async function recover(places, names) {
  const clock = createClock(HOUR)
  const place = placeOf(places, 'inspection', clock.now)
  const errors = []
  const stagings = names.map((name) => filesOf(places, name).staging)
  const store = await openAssetStore({
    ...place,
    staging: { ...place.files.staging, sweep: () => sweepNow(stagings) },
    advanced: { graceMs: GRACE, sweepEveryMs: false, clock: clock.now },
    onError: (error) => errors.push(String(error.stack)),
  })
  try {
    let swept = 0
    let unfinished = 0
    for (let hour = 1; hour <= 3; hour += 1) {
      const { blobs, stagingFiles, skipped } = await store.admin.sweep()
      if (skipped) errors.push('A sweep was left to a process that is dead.')
      swept += blobs
      unfinished += stagingFiles
      clock.advance(HOUR)
    }
    const { problems } = await store.admin.verify()
    return { swept, unfinished, problems, errors }
  } finally {
    await store.close()
  }
}

/** Time has not passed for S3 and for the disks. */
async function sweepNow(stagings) {
  let count = 0
  for (const staging of stagings) count += await staging.sweep(0)
  return count
}
