import type { Job, JobState } from '@stowage/core'
import type { JobPage } from '@stowage/core/types'
import { listLink } from '../documents/list-link.ts'
import type { Query } from '../http/query/query.ts'

/** The attributes of a job. Never its payload, its key or its error, which may hold what clients must not see. */
export interface JobAttributes {
  /** What is done. Kinds of the service itself begin with `stowage.`. */
  readonly kind: string
  readonly state: JobState
  readonly priority: number
  /** How often it was begun. */
  readonly attempt: number
  readonly max_attempts: number
  /** It does not run before. UTC with six fractional digits. */
  readonly run_at: string
  readonly created_at: string
}

/** A JSON:API resource object of a job. */
export interface JobResource {
  readonly id: string
  readonly type: 'jobs'
  readonly attributes: JobAttributes
}

/** One page of jobs, with links to the first and the next. */
export interface JobCollection {
  readonly data: readonly JobResource[]
  /** `next` is `null` at the end. A page may have fewer resources than it could, and others follow. */
  readonly links: { readonly first: string; readonly next: string | null }
  readonly meta: { readonly path: string; readonly per_page: number }
}

/** A page as clients see it. Links keep the query's other parameters. */
export function jobCollection(
  { jobs, next }: JobPage,
  { root, query, size }: { readonly root: string; readonly query: Query; readonly size: number },
): JobCollection {
  const path = `${root}/jobs`
  const link = (after: string | null) =>
    listLink(path, query.given, { 'page[size]': String(size), 'page[after]': after })
  return {
    data: jobs.map(jobResource),
    links: { first: link(null), next: next === null ? null : link(next) },
    meta: { path, per_page: size },
  }
}

function jobResource(job: Job): JobResource {
  const { id, kind, state, priority, attempt, maxAttempts, runAt, createdAt } = job
  return {
    id,
    type: 'jobs',
    attributes: {
      kind,
      state,
      priority,
      attempt,
      max_attempts: maxAttempts,
      run_at: runAt,
      created_at: createdAt,
    },
  }
}
