import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import { distinctIds } from '../assets/distinct-ids.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { jobNotFound } from '../errors/job-errors.ts'
import { requireOptions } from '../options/call-options.ts'
import type { AssetStore } from '../store/asset-store.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { JobHandler, Jobs } from '../store/store-jobs.ts'
import { type Job, type JobState, MAX_JOBS } from './job.ts'
import { JOB_CALLS } from './job-calls.ts'
import { requireKind, requireNewJob, requireOwnKind } from './job-options.ts'
import type { JobPage, JobQuery } from './job-records.ts'
import type { JobFilter, JobList } from './jobs.ts'

const STATES: Readonly<Record<JobState, true>> = { waiting: true, running: true, dead: true }
const DEFAULT_JOBS = 100
const BATCH = 500
const DEFAULT_CONCURRENCY = 4

/** The view in which the jobs of a tenant run. */
interface JobViews extends ViewedStore {
  inJob(tenant: string): AssetStore
}

/** `AssetStore.jobs` of one tenant. */
export function tenantJobs(core: StoreCore, view: JobViews): Jobs {
  const { calls, metadata, runner, clock } = core
  const { tenant, scope } = view
  const jobs: Jobs = Object.assign(jobList(core, view, { tenant }), {
    define(kind: string, handler: JobHandler, options = {}) {
      assertWhole(scope)
      calls.assertOpen()
      const known = requireOptions(JOB_CALLS.defineJob, options)
      const { concurrency = DEFAULT_CONCURRENCY, timeoutMs = null } = known
      requireOwnKind(kind)
      if (typeof handler !== 'function') throw mustBe('handler', 'a function', handler)
      if (runner.isDefined(kind)) {
        const message = `The kind ${kind} is defined already in this process. Define it once.`
        throw invalidArgument('kind', message)
      }
      return runner.define(
        kind,
        async ({ id, tenant: owner, payload, attempt }, signal) => {
          // A kind of the app always has a tenant.
          const store = view.inJob(owner as string)
          await handler({ id, kind, tenant: store.view.tenant, payload, attempt, store, signal })
        },
        { concurrency, timeoutMs },
      )
    },
    async enqueue(kind: string, payload: unknown, options = {}) {
      assertWhole(scope)
      const job = requireNewJob({ kind, payload, clock }, options)
      return calls.run(async () => {
        const [id] = await metadata.jobs.enqueue({ tenant, jobs: [job] })
        return id as string
      }, options.signal)
    },
    typed: <Named extends object>() => jobs as unknown as Jobs<Named>,
  } satisfies Partial<Jobs>)
  return jobs
}

/** `StoreAdmin.jobs`: those of all tenants, and of the store itself. */
export function storeJobs(core: StoreCore, view: ViewedStore): JobList {
  return jobList(core, view, {})
}

function jobList(
  { calls, metadata, runner }: StoreCore,
  { scope }: ViewedStore,
  owner: Pick<JobQuery, 'tenant'>,
): JobList {
  function queryOf({ kind, state }: JobFilter): Omit<JobQuery, 'after' | 'limit'> {
    assertWhole(scope)
    if (state !== undefined) requireWord('state', Object.keys(STATES), state)
    return {
      ...owner,
      ...(kind !== undefined && { kind: requireKind(kind) }),
      ...(state !== undefined && { state }),
    }
  }

  /** Runs a call on jobs that are named by their ids. */
  async function byIds<Result>(
    ids: string | readonly string[],
    none: Result,
    work: (distinct: readonly string[]) => Promise<Result>,
    signal: AbortSignal | undefined,
  ): Promise<Result> {
    assertWhole(scope)
    const distinct = distinctIds(ids, MAX_JOBS)
    signal?.throwIfAborted()
    return calls.run(async () => (distinct.length === 0 ? none : work(distinct)), signal)
  }

  return {
    async list(options = {}) {
      const known = requireOptions(JOB_CALLS.listJobs, options)
      const { after = null, limit = DEFAULT_JOBS, signal } = known
      if (after !== null) requireText('after', after)
      const query = { ...queryOf(known), after, limit }
      return calls.look(() => metadata.jobs.list(query), signal)
    },

    iterate(options = {}) {
      const { signal } = requireOptions(JOB_CALLS.iterateJobs, options)
      const query = queryOf(options)
      return (async function* iterateJobs(): AsyncGenerator<Job, void, undefined> {
        let after: string | null = null
        do {
          const asked: JobQuery = { ...query, after, limit: BATCH }
          const page: JobPage = await calls.look(() => metadata.jobs.list(asked), signal)
          yield* page.jobs
          after = page.next
        } while (after !== null)
      })()
    },

    async get(id, options = {}) {
      const { signal } = requireOptions(JOB_CALLS.getJob, options)
      assertWhole(scope)
      const query = { ...owner, id: requireText('id', id) }
      const job = await calls.look(() => metadata.jobs.get(query), signal)
      if (job === null) throw jobNotFound()
      return job
    },

    async retry(ids, options = {}) {
      const { signal } = requireOptions(JOB_CALLS.retryJobs, options)
      const none = { retried: [], blocked: [] }
      return byIds(
        ids,
        none,
        (distinct) => metadata.jobs.retry({ ...owner, ids: distinct }),
        signal,
      )
    },

    async discard(ids, options = {}) {
      const { signal } = requireOptions(JOB_CALLS.discardJobs, options)
      return byIds(
        ids,
        [],
        async (distinct) => {
          const gone = await metadata.jobs.discard({ ...owner, ids: distinct })
          const ids = new Set(gone)
          runner.lose(({ id }) => ids.has(id))
          return gone
        },
        signal,
      )
    },
  }
}

function assertWhole(scope: ViewedStore['scope']): void {
  if (scope === null) return
  throw invalidArgument('scope', 'A scoped store has no jobs. Use the whole store.')
}
