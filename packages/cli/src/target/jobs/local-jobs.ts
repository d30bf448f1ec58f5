import type { AssetStore, Job } from '@stowage/core'
import { refused } from '../../exit/cli-error.ts'
import type { JobItem, JobsTarget } from '../target.ts'

/** What a service says of the same: see `job_exists` of the API. */
const BLOCKED =
  'Another job of the same key waits or runs, and does the same. Discard this one: stowage jobs discard <id>'

/** The jobs of a store. */
export function localJobs({ jobs }: AssetStore): JobsTarget {
  return {
    async *list(filter, signal) {
      for await (const job of jobs.iterate({ ...filter, signal })) yield itemOfJob(job)
    },
    async retry(id, signal) {
      await jobs.get(id, { signal })
      const { blocked } = await jobs.retry(id, { signal })
      if (blocked.length > 0) throw refused(BLOCKED)
    },
    async discard(id, signal) {
      await jobs.get(id, { signal })
      await jobs.discard(id, { signal })
    },
  }
}

function itemOfJob(job: Job): JobItem {
  const { id, kind, state, priority, attempt, maxAttempts, runAt, createdAt, key, error } = job
  return {
    id,
    kind,
    state,
    priority,
    attempt,
    max_attempts: maxAttempts,
    run_at: runAt,
    created_at: createdAt,
    key,
    error,
  }
}
