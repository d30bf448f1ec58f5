import type { MetadataStore } from '../ports/metadata-store.ts'
import type { MethodOf, PortVerb } from '../ports/port-types.ts'
import { ALL_METHODS, callMethod, type PortMethod, withMethods } from '../ports/port-views.ts'
import type { Enqueueing, NewJob } from './job.ts'

/** The writes whose requests may have jobs to enqueue. */
type EnqueueingVerb = {
  [Verb in PortVerb]: Parameters<MethodOf<Verb>>[0] extends infer Request
    ? Request extends { readonly jobs?: readonly NewJob[] }
      ? 'jobs' extends keyof Request
        ? Verb
        : never
      : never
    : never
}[PortVerb]

/** Each of them, and what else makes a job due: the compiler finds the one that is missing. */
const WAKES: Readonly<Record<EnqueueingVerb | 'retryJobs', true>> = {
  insert: true,
  advanceUpload: true,
  update: true,
  move: true,
  tag: true,
  setFavourite: true,
  keep: true,
  addVariants: true,
  setTrashed: true,
  purge: true,
  attach: true,
  setAttached: true,
  detach: true,
  replaceContent: true,
  restoreVersion: true,
  createWebhook: true,
  changeWebhook: true,
  enqueueJobs: true,
  retryJobs: true,
}

const WAKING: readonly PortMethod[] = ALL_METHODS.filter(
  ({ verb }) => verb !== null && Object.hasOwn(WAKES, verb),
)

/** The same records. A write of them that made jobs due calls `wake` once it is done. */
export function wakingMetadata(metadata: MetadataStore, wake: () => void): MetadataStore {
  return withMethods(metadata, WAKING, (method) => (...given) => {
    const answer = callMethod(metadata, method, given)
    const { jobs } = given[0] as Enqueueing
    // Also after an error: the commit may have happened.
    if (method.verb === 'retryJobs' || (jobs !== undefined && jobs.length > 0)) {
      answer.then(wake, wake)
    }
    return answer
  })
}
