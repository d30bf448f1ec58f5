import { type NewJob, OWN_JOB_KINDS } from '../jobs/job.ts'

/** The kind of the jobs that make assets of uploads whose request has not. */
export const FINISH_JOB: string = `${OWN_JOB_KINDS}finish-upload`
/** Milliseconds that the request has, which does the same at once. */
const DELAY = 30_000
/** With pauses that double from 5 seconds, about 90 minutes. Then sweeps go on, and the next request. */
const MAX_ATTEMPTS = 10

/** The job that makes an asset of this upload. */
export function finishJob({
  id,
  tenant,
}: {
  readonly id: string
  readonly tenant: string
}): NewJob {
  const payload = { id, tenant }
  return {
    kind: FINISH_JOB,
    key: id,
    payload,
    priority: 0,
    delay: DELAY,
    maxAttempts: MAX_ATTEMPTS,
  }
}
