import type { Asset } from '../../assets/asset.ts'
import { LinkedAbort } from '../../async/linked-abort.ts'
import { StowageError } from '../../errors/stowage-error.ts'
import type { HeldLease, Leases } from '../../leases/leases.ts'
import { MOVES_FILES } from '../../time/lease-time.ts'
import type { Variants } from '../../variants/variant-making.ts'
import { formatCursor, parseCursor } from './cursor.ts'
import { assertPlausible, repairAll } from './repair.ts'
import { type Survey, type SurveyPorts, survey } from './survey.ts'
import type { VerifyOptions, VerifyProgress, VerifyReport } from './verify-report.ts'

interface VerifierOptions extends SurveyPorts {
  readonly leases: Leases
  readonly variants: Pick<Variants, 'retry'>
  /** Ends a run under way. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

/** `StoreAdmin.verify` */
type Verifier = (options: VerifyOptions) => Promise<VerifyReport>

export function createVerifier(ports: VerifierOptions): Verifier {
  return async function verify(options) {
    const ending = new LinkedAbort(options.signal, ports.closing)
    try {
      const plan = planOf(options, ending.signal)
      return options.repair ? await repair(plan) : reportOf(await survey(ports, plan), [], 0)
    } finally {
      ending.unlink()
    }
  }

  function repair(plan: Plan): Promise<VerifyReport> {
    return withLease('verify', 'Another process repairs this store.', (lease) =>
      withLease(MOVES_FILES, 'The files of this store are moving to another place.', (noMove) =>
        surveyAndRepair(plan, both(lease, noMove)),
      ),
    )
  }

  async function withLease<Result>(
    name: string,
    heldBy: string,
    work: (lease: HeldLease) => Promise<Result>,
  ): Promise<Result> {
    const lease = await ports.leases.take(name)
    if (lease === null) throw new StowageError('unavailable', `${heldBy} Try again later.`)
    try {
      return await work(lease)
    } finally {
      await lease.release().catch(ports.onError)
    }
  }

  async function surveyAndRepair(plan: Plan, lease: Asserted): Promise<VerifyReport> {
    const { checksums, signal, onProgress } = plan
    const found = await survey(ports, plan)
    await assertPlausible(ports, found, plan)
    const acts = await repairAll(found.problems, { ...ports, lease, checksums, signal })
    const { records, files, bytes, blobs, problems } = found
    onProgress({ phase: 'repair', records, files, bytes, blobs, problems: problems.length })
    return reportOf(found, acts, await retryVariants(found.retryable, lease, signal))
  }

  /**
   * Resolves to how many assets got a variant that had failed. An asset that cannot be tried now does not
   * stop the others.
   */
  async function retryVariants(
    assets: readonly Asset[],
    lease: Asserted,
    signal: AbortSignal,
  ): Promise<number> {
    let count = 0
    for (const asset of assets) {
      signal.throwIfAborted()
      lease.assertHeld()
      const after = await ports.variants.retry(asset, signal).catch((error) => {
        signal.throwIfAborted()
        ports.onError(error)
        return asset
      })
      if (after.variants.length > asset.variants.length) count += 1
    }
    return count
  }
}

/** What a repair checks before each action. */
type Asserted = Pick<HeldLease, 'assertHeld'>

function both(one: Asserted, other: Asserted): Asserted {
  return {
    assertHeld() {
      one.assertHeld()
      other.assertHeld()
    },
  }
}

type Plan = ReturnType<typeof planOf>

function planOf(options: VerifyOptions, signal: AbortSignal) {
  const { checksums = true, maxTimeMs = null, maxProblems = 1000, maxShare = 0.01 } = options
  const { cursor, onProgress = (_: VerifyProgress) => {} } = options
  return {
    from: cursor === undefined ? ({ phase: 'records', after: null } as const) : parseCursor(cursor),
    checksums,
    maxTimeMs,
    maxProblems,
    maxShare,
    onProgress,
    signal,
  }
}

function reportOf(
  found: Survey,
  acts: Awaited<ReturnType<typeof repairAll>>,
  variantsMade: number,
): VerifyReport {
  const { next, problems, retryable: _, ...seen } = found
  return {
    ...seen,
    variantsMade,
    problems: problems.map((problem, index) => ({ ...problem, repair: acts[index] ?? null })),
    cursor: next === null ? null : formatCursor(next),
  }
}
