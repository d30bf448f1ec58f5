import type { AssetStore } from '../asset-store/asset-store.ts'
import { requireOptions } from '../asset-store/call-options.ts'
import type { EraseTenantOptions, ErasureProgress, ErasureReport } from '../asset-store/erase.ts'
import { CALLS } from '../asset-store/known-options.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { requireTenant } from '../model/tenant-name.ts'
import type { Engine } from './engine.ts'
import { isTenant } from './is-tenant.ts'
import { storeReadOnly } from './read-only.ts'

/** Assets of a step: some milliseconds of a transaction. */
const STEP = 500
/** How often the end is tried: what was under way at the beginning may add something after the last step. */
const ENDS = 5

/** `Tenants.erase` of one view. */
export async function eraseTenant(
  engine: Engine,
  { scope }: Pick<AssetStore, 'scope'>,
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
  if (engine.readOnly) throw storeReadOnly()
  const { calls } = engine
  const erase = async (running: AbortSignal): Promise<ErasureReport> => {
    const wasThere = await isTenant(engine, tenant)
    return { ...(await eraseAll(engine, tenant, { onProgress, signal: running })), wasThere }
  }
  return calls.run(() => calls.untilClosed(signal, erase), signal)
}

async function eraseAll(
  { collector, metadata }: Engine,
  tenant: string,
  {
    onProgress,
    signal,
  }: { readonly onProgress: EraseTenantOptions['onProgress']; readonly signal: AbortSignal },
): Promise<ErasureProgress> {
  const { erasures } = metadata
  let progress: ErasureProgress = { assets: 0, files: 0 }
  await erasures.begin(tenant)
  // What an erasure that was cut off has claimed.
  await deleteDue({ collector, metadata }, signal)
  for (let ends = 0; ; ) {
    signal.throwIfAborted()
    const { assets, blobKeys, held, isDone } = await erasures.step({ tenant, limit: STEP })
    if (held) throw notErased('a hold postpones deletions')
    if (isDone) {
      if (await hasEnded(metadata, tenant)) break
      ends += 1
      if (ends >= ENDS) throw notErased('something is added to it again and again')
      continue
    }
    collector.announcePurge(assets)
    if ((await collector.deleteNow(blobKeys)) > 0) {
      throw notErased('the storage did not delete all files')
    }
    progress = {
      assets: progress.assets + assets.length,
      files: progress.files + blobKeys.length,
    }
    onProgress?.(progress)
  }
  await erasures.scrub()
  return progress
}

/** `false` when there is something again: more steps are due. */
async function hasEnded({ erasures }: Engine['metadata'], tenant: string): Promise<boolean> {
  try {
    await erasures.end(tenant)
    return true
  } catch (error) {
    if (isStowageError(error, 'invalid_argument')) return false
    throw error
  }
}

async function deleteDue(
  { collector, metadata }: Pick<Engine, 'collector' | 'metadata'>,
  signal: AbortSignal,
): Promise<void> {
  while (true) {
    signal.throwIfAborted()
    const due = await metadata.blobs.claim({ due: true, limit: STEP })
    if (due.length === 0) return
    const { left } = await collector.deleteDue(due)
    if (left.length > 0) throw notErased('the storage did not delete all files')
  }
}

function notErased(why: string): StowageError {
  const message = `The tenant is not erased completely: ${why}. Erase it again.`
  return new StowageError('unavailable', message)
}
