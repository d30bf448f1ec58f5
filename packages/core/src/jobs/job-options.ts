import { isDate } from 'node:util/types'
import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireOptions } from '../options/call-options.ts'
import { isAtMost } from '../own-data/own-data-text.ts'
import type { Clock } from '../time/timestamp.ts'
import { JOB_KIND, MAX_JOB_DELAY, MAX_JOB_KEY, type NewJob, OWN_JOB_KINDS } from './job.ts'
import { JOB_CALLS } from './job-calls.ts'
import { requirePayload } from './job-payload.ts'
import type { EnqueueOptions } from './jobs.ts'

const KIND_FORM =
  'a name such as send-mail: 1 to 64 of a-z, 0-9, `.`, `_` and `-`, the first one a letter'
const DEFAULT_ATTEMPTS = 10
/** Characters of a refused kind that an error shows. */
const SHOWN = 64

/** The kind as it is. */
export function requireKind(kind: unknown): string {
  if (typeof kind === 'string' && JOB_KIND.test(kind)) return kind
  const shown = typeof kind === 'string' ? JSON.stringify(kind.slice(0, SHOWN)) : undefined
  throw mustBe('kind', KIND_FORM, kind, shown)
}

/** The same, for a kind of the app. */
export function requireOwnKind(kind: unknown): string {
  const own = requireKind(kind)
  if (!own.startsWith(OWN_JOB_KINDS)) return own
  throw invalidArgument(
    'kind',
    `Kinds that begin with ${OWN_JOB_KINDS} are those of the store itself. Use another name.`,
  )
}

/** The job to enqueue. */
export function requireNewJob(
  {
    kind,
    payload,
    clock,
  }: { readonly kind: unknown; readonly payload: unknown; readonly clock: Clock },
  options: EnqueueOptions,
): NewJob {
  const given = requireOptions(JOB_CALLS.enqueueJob, options)
  const { key = null, priority = 0, maxAttempts = DEFAULT_ATTEMPTS } = given
  return {
    kind: requireOwnKind(kind),
    key: key === null ? null : requireKey(key),
    payload: requirePayload(payload),
    priority,
    delay: delayOf(given, clock),
    maxAttempts,
  }
}

function requireKey(key: string): string {
  if (requireText('key', key) !== '' && isAtMost(key, MAX_JOB_KEY)) return key
  throw invalidArgument('key', `key must have 1 to ${MAX_JOB_KEY} characters.`)
}

/** Milliseconds from now. The database counts them from its own time. */
function delayOf({ runAt, delayMs = 0 }: EnqueueOptions, clock: Clock): number {
  if (runAt === undefined) return delayMs
  if (delayMs !== 0) {
    throw invalidArgument('delayMs', 'Both runAt and delayMs are given. Leave one out.')
  }
  const at = isDate(runAt) ? runAt.getTime() : Number.NaN
  if (Number.isNaN(at)) throw invalidArgument('runAt', 'runAt must be a valid Date.')
  const delay = Math.max(0, Math.ceil(at - clock() / 1000))
  if (delay <= MAX_JOB_DELAY) return delay
  throw invalidArgument('runAt', 'runAt must be within 366 days from now.')
}
