import type { Asset } from '../../assets/asset.ts'
import { blobKeysOf } from '../../assets/asset.ts'
import { allSettledOrThrow } from '../../async/all-settled.ts'
import { LinkedAbort } from '../../async/linked-abort.ts'
import type { BlobStore } from '../../blobs/blob-store.ts'
import type { MetadataStore } from '../../ports/metadata-store.ts'
import { sweepPieces } from '../../resumable/sweep-pieces.ts'
import type { Staging } from '../../staging/staging.ts'
import type { VersionRecord } from '../../versions/asset-version.ts'
import { checkBlob, fileOfVersion, filesOf } from './check-blob.ts'
import type { Place } from './cursor.ts'
import type { FileProblem, Problem } from './problem.ts'
import type { VerifyProgress } from './verify-report.ts'

const RECORDS = 256
/** Records checked at a time. */
const PARALLEL = 4
const BLOBS = 500
/** Attempts at a variant after which a repair no longer tries. */
const MOST_ATTEMPTS = 3

export interface SurveyPorts {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  /** Milliseconds. */
  readonly grace: number
}

interface SurveyOptions {
  readonly from: Place
  readonly checksums: boolean
  readonly maxProblems: number
  /** Milliseconds; `null` for no limit. */
  readonly maxTimeMs: number | null
  readonly signal: AbortSignal
  readonly onProgress: (progress: VerifyProgress) => void
}

/** The results of a run. */
export interface Survey extends Omit<VerifyProgress, 'phase' | 'problems'> {
  readonly problems: readonly Problem[]
  /** Assets with failed variants that may be tried again, at most `maxProblems`. */
  readonly retryable: readonly Asset[]
  /** Where to continue; `null` at the end. */
  readonly next: Place | null
}

/**
 * Looks for problems and changes nothing. First it checks the blobs that each record names, then whether each
 * blob belongs to a record, then staging. Holds one page in memory at a time, however large the store.
 *
 * A change during the run is no problem. A blob is reported only when its record, read after the blob, still
 * names it: a record keeps its blobs from its first moment to its last. A blob is an orphan only when it
 * still exists after no record and no reservation had its key: such a key is never used again.
 */
export async function survey(
  { metadata, blobs, staging, grace }: SurveyPorts,
  { from, checksums, maxProblems, maxTimeMs, signal, onProgress }: SurveyOptions,
): Promise<Survey> {
  const seen = { records: 0, files: 0, bytes: 0, blobs: 0 }
  const problems: Problem[] = []
  const retryable: Asset[] = []
  const end = maxTimeMs === null ? Number.POSITIVE_INFINITY : performance.now() + maxTimeMs
  const inTime = new LinkedAbort(signal)
  const timer = maxTimeMs === null ? undefined : setTimeout(() => inTime.abort(), maxTimeMs)

  const mustStop = () => problems.length >= maxProblems || performance.now() >= end
  const report = (phase: VerifyProgress['phase']) =>
    onProgress({ phase, ...seen, problems: problems.length })

  async function overRecords(start: string | null): Promise<Place> {
    let after = start
    while (true) {
      signal.throwIfAborted()
      const page = await metadata.assets.listAll({ afterId: after, limit: RECORDS })
      if (page.length === 0) return { phase: 'versions', after: null }
      for (let at = 0; at < page.length; at += PARALLEL) {
        const some = page.slice(at, at + PARALLEL)
        const checks = some.map((asset, index) => checkInTime(asset, seen.records + index === 0))
        await allSettledOrThrow(checks)
        for (const [index, check] of checks.entries()) {
          const found = await check
          const asset = some[index] as Asset
          if (found === null) return { phase: 'records', after }
          add(asset, found)
          after = asset.id
          if (problems.length >= maxProblems) return { phase: 'records', after }
        }
        report('records')
        if (performance.now() >= end) return { phase: 'records', after }
      }
    }
  }

  /** `null` when time ran out; the first record of a run has no time limit. */
  async function checkInTime(asset: Asset, first: boolean): Promise<FileProblem[] | null> {
    try {
      return await check(asset, first ? signal : inTime.signal)
    } catch (error) {
      signal.throwIfAborted()
      if (inTime.signal.aborted) return null
      throw error
    }
  }

  async function check(asset: Asset, until: AbortSignal): Promise<FileProblem[]> {
    const found: FileProblem[] = []
    for (const { size, sha256, ...file } of filesOf(asset)) {
      const expected = { blobKey: file.blobKey, size, sha256 }
      const fault = await checkBlob(blobs, expected, { checksums, signal: until })
      if (fault !== null) found.push({ ...file, ...fault })
    }
    if (found.length === 0) return found
    const current = await metadata.assets.get({ id: asset.id })
    const named = current === null ? [] : blobKeysOf(current)
    return found.filter(({ blobKey }) => named.includes(blobKey))
  }

  function add(asset: Asset, found: readonly FileProblem[]): void {
    const files = filesOf(asset)
    seen.records += 1
    seen.files += files.length
    for (const { blobKey, size } of files) {
      const fault = found.find((problem) => problem.blobKey === blobKey)
      if (checksums && (fault === undefined || fault.kind === 'wrong_checksum')) seen.bytes += size
    }
    problems.push(...found)
    if (mayRetry(asset) && retryable.length < maxProblems) retryable.push(asset)
  }

  async function overVersions(start: string | null): Promise<Place> {
    let after = start
    while (true) {
      signal.throwIfAborted()
      const page = await metadata.versions.listAll({ afterId: after, limit: RECORDS })
      if (page.length === 0) return { phase: 'blobs', after: null }
      for (const version of page) {
        const found = await checkVersion(version)
        seen.files += 1
        if (checksums && found?.kind !== 'missing') seen.bytes += version.size
        if (found !== null) problems.push(found)
        after = version.id
        if (mustStop()) return { phase: 'versions', after }
      }
      report('versions')
    }
  }

  async function checkVersion(version: VersionRecord): Promise<FileProblem | null> {
    const { size, sha256, ...file } = fileOfVersion(version)
    const expected = { blobKey: file.blobKey, size, sha256 }
    const fault = await checkBlob(blobs, expected, { checksums, signal })
    if (fault === null || (await metadata.versions.get(version.id)) === null) return null
    return { ...file, ...fault }
  }

  async function overBlobs(start: string | null): Promise<Place> {
    let after = start
    let batch: { readonly key: string; readonly size: number }[] = []

    /** Checks a batch. Resolves to whether the run must stop. */
    async function lookAt(): Promise<boolean> {
      const orphans = new Set(await metadata.blobs.filterOrphans(batch.map(({ key }) => key)))
      for (const { key, size } of batch) {
        seen.blobs += 1
        after = key
        if (!orphans.has(key) || (await blobs.stat(key)) === null) continue
        problems.push({ kind: 'orphaned', blobKey: key, size })
        if (problems.length >= maxProblems) break
      }
      batch = []
      report('blobs')
      return mustStop()
    }

    for await (const blob of blobs.list({ ...(after !== null && { after }), signal })) {
      if (batch.push(blob) < BLOBS) continue
      if (await lookAt()) return { phase: 'blobs', after }
    }
    if (batch.length > 0 && (await lookAt())) return { phase: 'blobs', after }
    return { phase: 'staging' }
  }

  async function overStaging(): Promise<null> {
    const keep = { keep: true, signal }
    const files =
      (await staging.sweep(grace, keep)) + (await sweepPieces({ blobs, metadata }, keep))
    if (files > 0) problems.push({ kind: 'stale_staging', files })
    return null
  }

  let next: Place | null = from
  try {
    while (next !== null) {
      const place: Place = next
      if (place.phase === 'records') next = await overRecords(place.after)
      else if (place.phase === 'versions') next = await overVersions(place.after)
      else if (place.phase === 'blobs') next = await overBlobs(place.after)
      else next = await overStaging()
      report(place.phase)
      if (next?.phase === place.phase || mustStop()) break
    }
  } finally {
    clearTimeout(timer)
    inTime.unlink()
  }
  return { ...seen, problems, retryable, next }
}

function mayRetry({ trashedAt, status, failedVariants }: Asset): boolean {
  if (trashedAt !== null || status !== 'ready') return false
  return failedVariants.some(({ attempts }) => attempts > 0 && attempts < MOST_ATTEMPTS)
}
