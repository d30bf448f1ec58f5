import { type AssetStore, isStowageError, type Job } from '@stowage/core'
import { WHOLE_STORE_JOBS } from '@stowage/core/internal'
import type { JobList } from '@stowage/core/types'
import { refused } from '../../exit/cli-error.ts'
import type { JobItem, JobsTarget } from '../target.ts'

/** What a service says of the same: see `job_exists` of the API. */
const BLOCKED =
  'Another job of the same key waits or runs, and does the same. Discard this one: stowage jobs discard <id>'

/** The jobs of a tenant, and then those of the whole store. */
export function localJobs({ jobs, admin }: AssetStore): JobsTarget {
  /** Where a job is found: the jobs of this tenant, or those of all when it is one of the whole store. */
  async function listWith(id: string, signal: AbortSignal): Promise<JobList> {
    try {
      await jobs.get(id, { signal })
      return jobs
    } catch (error) {
      if (!isStowageError(error, 'job_not_found')) throw error
      const { tenant } = await admin.jobs.get(id, { signal })
      if (tenant !== null) throw error
      return admin.jobs
    }
  }

  return {
    async *list(filter, signal) {
      for await (const job of jobs.iterate({ ...filter, signal })) yield itemOfJob(job)
      for (const kind of WHOLE_STORE_JOBS) {
        if (filter.kind !== undefined && filter.kind !== kind) continue
        for await (const job of admin.jobs.iterate({ ...filter, kind, signal })) {
          yield itemOfJob(job)
        }
      }
    },
    async retry(id, signal) {
      const { blocked } = await (await listWith(id, signal)).retry(id, { signal })
      if (blocked.length > 0) throw refused(BLOCKED)
    },
    async discard(id, signal) {
      await (await listWith(id, signal)).discard(id, { signal })
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
