import { type FileFacts, UNKNOWN_FACTS } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import { blobAsFile } from '../blobs/blob-as-file.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { OWN_JOB_KINDS } from '../jobs/job.ts'
import type { Counts, StepOptions, Walk, WalkStep } from '../jobs/walk.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import { askScan, type Policy, type PolicyFile } from '../upload/policy/upload-policy.ts'
import type { Variants } from '../variants/variant-making.ts'
import { readyJobs } from './ready-jobs.ts'
import type { ScannedStore } from './scanned-store.ts'

/** The kind of the job that scans again. */
export const SCAN_JOB: string = `${OWN_JOB_KINDS}scan-again`

const RECORDS = 256
/** Attempts at a file before the others go on without it. */
const ATTEMPTS = 3
/** The longest that a part may take: a scanner that never answers must not hold up the job for ever. */
const TIMEOUT = 3_600_000

const FACTS = Object.keys(UNKNOWN_FACTS) as readonly (keyof FileFacts)[]

type Seen = ScannedStore & Counts

/** What another scan has seen at its beginning. */
export const NOTHING_SCANNED: Seen = { accepted: 0, rejected: 0, waiting: 0, unscanned: 0 }

interface ScanWalkOptions {
  readonly scan: NonNullable<Policy['scan']>
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly variants: Pick<Variants, 'worksInBackground' | 'jobsFor'>
  readonly onScanned: (seen: ScannedStore) => void
  readonly onError: (error: unknown) => void
}

/** Asks the scan hook again about every file that it held back, and records the verdicts. */
export function scanWalk(options: ScanWalkOptions): Walk<Seen> {
  return {
    kind: SCAN_JOB,
    nothing: NOTHING_SCANNED,
    timeoutMs: TIMEOUT,
    step: (place, step) => scanFrom(options, place, step),
    isEnough: () => false,
    failure: ({ unscanned }, notes) =>
      unscanned === 0
        ? null
        : `${unscanned} files could not be scanned: the scan hook threw. They are still held back. ${notes.join(' ')}`,
    onEnd: options.onScanned,
  }
}

async function scanFrom(
  options: ScanWalkOptions,
  place: string | null,
  { attempt, maxTimeMs, signal }: StepOptions,
): Promise<WalkStep<Seen>> {
  const end = performance.now() + maxTimeMs
  const seen = { ...NOTHING_SCANNED }
  const notes: string[] = []
  let after = place
  let isFirst = true
  for (;;) {
    const page = await options.metadata.assets.listAll({ afterId: after, limit: RECORDS })
    if (page.length === 0) return { place: null, seen, notes }
    for (const asset of page) {
      if (asset.status === 'processing') {
        if (!isFirst && performance.now() >= end) return { place: after, seen, notes }
        try {
          const outcome = await scanOne(options, asset, signal)
          if (outcome !== null) seen[outcome] += 1
        } catch (error) {
          signal.throwIfAborted()
          // The next part begins with it, and counts its attempts.
          if (!isFirst) return { place: after, seen, notes }
          if (attempt < ATTEMPTS) throw error
          options.onError(error)
          seen.unscanned += 1
          notes.push(`Asset ${asset.id}.`)
        }
        isFirst = false
      }
      after = asset.id
    }
    if (performance.now() >= end) return { place: after, seen, notes }
  }
}

/** `null`: the asset is gone, or has other content by now, which has a verdict of its own. */
async function scanOne(
  { scan, metadata, blobs, variants }: ScanWalkOptions,
  asset: Asset,
  signal: AbortSignal,
): Promise<'accepted' | 'rejected' | 'waiting' | null> {
  signal.throwIfAborted()
  const verdict = await askScan(scan, blobAsFile(blobs, asset), factsOf(asset), signal)
  if (verdict === 'wait') return 'waiting'
  const { tenant, id, sha256 } = asset
  const isAccepted = verdict === 'accept'
  const changes = { status: isAccepted ? 'ready' : 'failed' } as const
  const jobs = isAccepted ? await readyJobs({ metadata, variants }, id) : []
  try {
    await metadata.assets.update({ tenant, id, changes, jobs, sha256 })
  } catch (error) {
    const isOther =
      isStowageError(error, 'changed_meanwhile') || isStowageError(error, 'asset_not_found')
    if (isOther) return null
    throw error
  }
  return isAccepted ? 'accepted' : 'rejected'
}

function factsOf(asset: Asset): PolicyFile {
  const facts = Object.fromEntries(FACTS.map((name) => [name, asset[name]]))
  return { ...(facts as unknown as FileFacts), name: asset.name, size: asset.size }
}
