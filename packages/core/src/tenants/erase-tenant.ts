import type { ViewedStore } from '../assets/store-view.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { StowageError } from '../errors/stowage-error.ts'
import { requireOptions } from '../options/call-options.ts'
import { eraseUploads } from '../resumable/expire-uploads.ts'
import { CALLS } from '../store/known-options.ts'
import { storeReadOnly } from '../store/opening/read-only.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import type { EraseTenantOptions, ErasureProgress, ErasureReport } from './erase.ts'
import { isTenant } from './is-tenant.ts'
import { requireTenant } from './tenant-name.ts'

/** Assets per step: a transaction of some milliseconds. */
const STEP = 500
/** Attempts to end the erasure: calls that were running at its start may add something after the last step. */
const ENDS = 5

/** `Tenants.erase` of one view. */
export async function eraseTenant(
  core: StoreCore,
  { scope }: Pick<ViewedStore, 'scope'>,
  tenant: string,
  options: EraseTenantOptions,
): Promise<ErasureReport> {
  const { confirm, onProgress, signal } = requireOptions(CALLS.eraseTenant, options)
  requireTenant(tenant)
  if (scope !== null) {
    throw invalidArgument('scope', 'A scoped store erases no tenant. Use the whole store.')
  }
  if (confirm !== tenant) {
    throw invalidArgument('confirm', 'confirm must be the name of the tenant that is erased.')
  }
  if (core.readOnly) throw storeReadOnly()
  const { calls } = core
  const erase = async (running: AbortSignal): Promise<ErasureReport> => {
    const wasThere = await isTenant(core, tenant)
    return { ...(await eraseAll(core, tenant, { onProgress, signal: running })), wasThere }
  }
  return calls.run(() => calls.untilClosed(signal, erase), signal)
}

interface ErasureOptions {
  readonly onProgress: EraseTenantOptions['onProgress']
  readonly signal: AbortSignal
}

async function eraseAll(
  core: StoreCore,
  tenant: string,
  options: ErasureOptions,
): Promise<ErasureProgress> {
  const { erasures } = core.metadata
  let done: ErasureProgress = { assets: 0, files: 0 }
  for (let ends = 1; ; ends += 1) {
    await erasures.begin(tenant)
    // What they would add is erased, or refused. Other processes notice when the lease cannot be renewed.
    core.runner.lose((job) => job.tenant === tenant)
    // Blobs that an interrupted erasure or another call has claimed.
    const areGone = await deleteDue(core, tenant, options.signal)
    await eraseUploads(core, tenant)
    done = await takeSteps(core, tenant, done, options)
    if (!areGone) throw filesLeft()
    if ((await erasures.end({ tenant })).isDone) break
    if (ends === ENDS) throw notErased('something is added to it again and again')
  }
  await erasures.scrub()
  return done
}

/** Takes steps until only the name is left. Resolves to the progress. */
async function takeSteps(
  { collector, metadata }: StoreCore,
  tenant: string,
  before: ErasureProgress,
  { onProgress, signal }: ErasureOptions,
): Promise<ErasureProgress> {
  let progress = before
  for (;;) {
    signal.throwIfAborted()
    const step = await metadata.erasures.step({ tenant, limit: STEP })
    const { assets, blobKeys, held, isDone } = step
    if (held) throw notErased('deletions are paused')
    if (isDone) return progress
    if ((await collector.deleteNow(blobKeys)) > 0) throw filesLeft()
    progress = {
      assets: progress.assets + assets.length,
      files: progress.files + blobKeys.length,
    }
    onProgress?.(progress)
  }
}

/** Deletes claimed blobs that are, or may be, the tenant's. Resolves to whether all are gone. */
async function deleteDue(
  { collector, metadata }: StoreCore,
  tenant: string,
  signal: AbortSignal,
): Promise<boolean> {
  let areGone = true
  for (;;) {
    signal.throwIfAborted()
    const due = await metadata.blobs.claim({ due: true, limit: STEP, tenant })
    if (due.length === 0) return areGone
    const { left, isMediumDown } = await collector.deleteDue(due)
    if (left.length > 0) areGone = false
    if (isMediumDown) return false
  }
}

function filesLeft(): StowageError {
  return notErased('the storage did not delete all files')
}

function notErased(why: string): StowageError {
  const message = `The tenant is not erased completely: ${why}. Erase it again.`
  return new StowageError('unavailable', message)
}
