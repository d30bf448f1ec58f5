import type { Enqueueing, NewJob } from '../jobs/job.ts'
import { methodsOf } from './port-views.ts'
import { type DoneWrite, eventsOfWrite } from './write-events.ts'

/** The jobs of one write, and whose they are. */
export interface EnqueuedByWrite {
  readonly tenant: string
  readonly jobs: readonly NewJob[]
}

const OF_JOBS: ReadonlySet<string | null> = new Set(methodsOf('jobs').map(({ verb }) => verb))

/** The jobs that a finished write of another role enqueues; `null`: none. */
export function jobsOfWrite(done: DoneWrite): EnqueuedByWrite | null {
  const { jobs, tenant } = (done.request ?? {}) as Enqueueing & { readonly tenant?: string }
  if (jobs === undefined || jobs.length === 0 || tenant === undefined) return null
  if (OF_JOBS.has(done.verb)) return null
  return hasChanged(done) ? { tenant, jobs } : null
}

function hasChanged(done: DoneWrite): boolean {
  // Writes without events: these change something whenever they are made, but for one.
  if (done.verb === 'addVariants' || done.verb === 'createWebhook') return true
  if (done.verb === 'changeWebhook') return done.value !== null
  if (done.verb === 'advanceUpload') return true
  return eventsOfWrite(done).length > 0
}
