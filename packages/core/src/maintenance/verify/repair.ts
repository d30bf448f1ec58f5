import { type Asset, blobKeysOf } from '../../assets/asset.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import type { HeldLease } from '../../leases/leases.ts'
import { sweepPieces } from '../../resumable/sweep-pieces.ts'
import { checkBlob, filesOf } from './check-blob.ts'
import type { FileProblem, Problem, RepairAct } from './problem.ts'
import type { Survey, SurveyPorts } from './survey.ts'

/** Problems that may always be repaired, so that the limit of a tiny store is not 0. */
const ALWAYS = 10

interface RepairOptions extends SurveyPorts {
  readonly onError: (error: unknown) => void
  readonly lease: Pick<HeldLease, 'assertHeld'>
  readonly checksums: boolean
  readonly signal: AbortSignal
}

/**
 * `repair_refused` when a repair would touch so much that a wrong directory or database is likelier than the damage:
 * more than `maxShare` of what was checked, or a record's blob while there are no blobs at all.
 */
export async function assertPlausible(
  { blobs }: Pick<SurveyPorts, 'blobs'>,
  { files, blobs: listed, problems }: Survey,
  { maxShare, signal }: { readonly maxShare: number; readonly signal: AbortSignal },
): Promise<void> {
  const damaged = problems.filter((problem) => isRepairable(problem) && 'assetId' in problem).length
  const orphaned = problems.filter(({ kind }) => kind === 'orphaned').length
  for (const [count, of] of [
    [damaged, files],
    [orphaned, listed],
  ] as const) {
    if (count > Math.max(ALWAYS, maxShare * of)) throw refused(count / of, maxShare, problems)
  }
  if (damaged === 0) return
  for await (const _ of blobs.list({ signal })) return
  throw refused(1, maxShare, problems)
}

/**
 * Repairs each problem that still exists when its turn comes. A failure goes to `onError` and does not stop the others.
 */
export async function repairAll(
  problems: readonly Problem[],
  options: RepairOptions,
): Promise<(RepairAct | null)[]> {
  const { lease, onError, signal } = options
  const acts: (RepairAct | null)[] = []
  for (const problem of problems) {
    signal.throwIfAborted()
    lease.assertHeld()
    acts.push(
      await repair(problem, options).catch((error) => {
        signal.throwIfAborted()
        onError(error)
        return null
      }),
    )
  }
  return acts
}

function isRepairable({ kind }: Problem): boolean {
  return kind !== 'unreadable'
}

async function repair(problem: Problem, options: RepairOptions): Promise<RepairAct | null> {
  if (!isRepairable(problem)) return null
  if (problem.kind === 'stale_staging') {
    const { staging, grace, signal } = options
    const files =
      (await staging.sweep(grace, { signal })) + (await sweepPieces(options, { signal }))
    return files > 0 ? 'removed' : null
  }
  if (problem.kind === 'orphaned') return quarantineOrphan(problem.blobKey, options)
  return repairFile(problem, options)
}

async function quarantineOrphan(
  key: string,
  { metadata, blobs }: RepairOptions,
): Promise<RepairAct | null> {
  const [orphan] = await metadata.blobs.filterOrphans([key])
  if (orphan === undefined || (await blobs.stat(key)) === null) return null
  await blobs.quarantine(key)
  return 'quarantined'
}

async function repairFile(
  { assetId, blobKey, version }: FileProblem,
  options: RepairOptions,
): Promise<RepairAct | null> {
  if (version !== undefined) return removeVersion(version, options)
  const { metadata, blobs, checksums, signal } = options
  const asset = await metadata.assets.get({ id: assetId })
  const file = asset === null ? undefined : filesOf(asset).find((each) => each.blobKey === blobKey)
  if (asset === null || file === undefined) return null
  const fault = await checkBlob(blobs, file, { checksums, signal })
  if (fault === null || fault.kind === 'unreadable') return null
  if (file.variant === null) return trash(asset, options)
  // First quarantine the bytes: once no record names them, a sweep would delete them.
  if (fault.kind !== 'missing') await blobs.quarantine(blobKey)
  return removeVariants(asset, blobKey, options)
}

async function trash(
  { tenant, id }: Asset,
  { metadata }: RepairOptions,
): Promise<RepairAct | null> {
  const moved = await metadata.assets.setTrashed({ tenant, ids: [id], to: 'trash' })
  return moved.length > 0 ? 'trashed' : null
}

async function removeVariants(
  { tenant, id }: Asset,
  blobKey: string,
  { metadata }: RepairOptions,
): Promise<RepairAct | null> {
  const left = await metadata.assets.removeVariants({ tenant, id, blobKeys: [blobKey] })
  return blobKeysOf(left).includes(blobKey) ? null : 'detached'
}

/** First quarantines the bytes, as with a variant. */
async function removeVersion(
  id: string,
  { metadata, blobs, checksums, signal }: RepairOptions,
): Promise<RepairAct | null> {
  const version = await metadata.versions.get(id)
  if (version === null) return null
  const fault = await checkBlob(blobs, version, { checksums, signal })
  if (fault === null || fault.kind === 'unreadable') return null
  if (fault.kind !== 'missing') await blobs.quarantine(version.blobKey)
  return (await metadata.versions.prune({ ids: [id] })).length > 0 ? 'detached' : null
}

function refused(share: number, limit: number, problems: readonly Problem[]): StowageError {
  return new StowageError(
    'repair_refused',
    `A repair would touch ${(share * 100).toFixed(1)} % of the store. Make sure that database and files belong together; then set maxShare.`,
    { context: { share, limit, problems } },
  )
}
