import type { BlobStore } from '../../blobs/blob-store.ts'
import type { EventHub } from '../../events/event-hub.ts'
import { type NewJob, OWN_JOB_KINDS } from '../../jobs/job.ts'
import type { JobRunner } from '../../jobs/job-runner.ts'
import { defineWalk, walkJob } from '../../jobs/walk.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { NOTHING_SCANNED, SCAN_JOB, scanWalk } from '../../scan/scan-walk.ts'
import type { ScannedStore } from '../../scan/scanned-store.ts'
import type { Policy } from '../../upload/policy/upload-policy.ts'
import type { Variants } from '../../variants/variant-making.ts'
import type { Maintenance } from '../maintenance.ts'
import { NOTHING_VERIFIED, VERIFY_JOB, verifyWalk } from './verify-walk.ts'

/** Begins a verification again and again. */
const VERIFY_REGULARLY = `${OWN_JOB_KINDS}verify-regularly`
const MAX_ATTEMPTS = 10

/** The kinds of jobs that belong to the whole store, not to a tenant. */
export const WHOLE_STORE_JOBS: readonly string[] = [VERIFY_JOB, VERIFY_REGULARLY, SCAN_JOB]

const VERIFY: NewJob = walkJob({ kind: VERIFY_JOB, nothing: NOTHING_VERIFIED })
const SCAN: NewJob = walkJob({ kind: SCAN_JOB, nothing: NOTHING_SCANNED })

interface UpkeepOptions {
  readonly runner: JobRunner
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly policy: Policy
  readonly variants: Variants
  readonly maintenance: Pick<Maintenance, 'verify'>
  readonly events: Pick<EventHub, 'emit'>
  /** Milliseconds; `null`: none begins by itself. */
  readonly verifyEvery: number | null
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

/** Asks for a verification. Resolves to the id of its job. */
export function startVerify(metadata: Pick<MetadataStore, 'jobs'>): Promise<string> {
  return enqueue(metadata, VERIFY)
}

/** Asks for another scan of what is held back. Resolves to the id of its job. */
export function startScanAgain(metadata: Pick<MetadataStore, 'jobs'>): Promise<string> {
  return enqueue(metadata, SCAN)
}

/** Makes the runner do the work over the whole store. */
export function defineUpkeep(options: UpkeepOptions): void {
  const { runner, metadata, policy, maintenance, events, verifyEvery, closing, onError } = options
  defineWalk(
    runner,
    verifyWalk({
      verify: maintenance.verify,
      onVerified: (seen) => events.emit('store.verified', { seen }),
      onError,
    }),
  )
  if (policy.scan !== undefined) {
    const { scan } = policy
    const onScanned = (seen: ScannedStore) => events.emit('store.scanned', { seen })
    defineWalk(runner, scanWalk({ ...options, scan, onScanned }))
  }
  if (verifyEvery === null) return
  const next = { payload: null, delay: verifyEvery, error: null }
  runner.define(
    VERIFY_REGULARLY,
    async () => {
      await startVerify(metadata)
      return next
    },
    { concurrency: 1, timeoutMs: null },
  )
  const first = { kind: VERIFY_REGULARLY, key: 'store', priority: 0, maxAttempts: MAX_ATTEMPTS }
  enqueue(metadata, { ...first, payload: null, delay: verifyEvery }).catch((error) => {
    if (!closing.aborted) onError(error)
  })
}

async function enqueue({ jobs }: Pick<MetadataStore, 'jobs'>, job: NewJob): Promise<string> {
  const [id] = await jobs.enqueue({ tenant: null, jobs: [job] })
  return id as string
}
