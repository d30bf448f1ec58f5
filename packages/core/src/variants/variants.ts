import type { FileFacts } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import { createSharedWork } from '../async/shared-work.ts'
import { turnOf } from '../async/turn.ts'
import { inTurn } from '../blobs/storage-in-turn.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import { createLeases } from '../leases/leases.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { Clock } from '../time/timestamp.ts'
import {
  hasVariant,
  type MakeVariantContext,
  makeVariant,
  noSuchVariant,
  VARIANT_LEASE,
  type WantedVariant,
} from './make-variant.ts'
import { type NewVariants, NO_VARIANTS, storeVariants } from './put-variants.ts'
import type { VariantProcessor, VariantResult } from './variant-processor.ts'
import type { VariantWait } from './variant-wait.ts'

interface VariantsOptions extends Omit<MakeVariantContext, 'processor' | 'leases'> {
  readonly processor: VariantProcessor | null
  readonly clock: Clock
  /** What an upload does when the processor is too busy. */
  readonly whenBusy: 'store' | 'refuse'
}

/** The upload that waits for variants, and how long. */
interface UploadWaiting {
  readonly tenant: string
  readonly caller?: string | null
  /** The same for all files of an upload. */
  readonly variantWait: VariantWait
  readonly signal: AbortSignal | undefined
}

/** Makes variants, with uploads and on demand. */
export interface Variants {
  readonly names: readonly string[]
  /** Whether the asset has the variant, or can have it on demand. */
  offers(asset: Asset, name: string): boolean
  /** Makes the variants that belong to the upload, decoding the file once; none when that takes too long. */
  makeWithUpload(file: StagedFile, facts: FileFacts, options: UploadWaiting): Promise<NewVariants>
  /**
   * The record with that variant. Makes it if needed: once, however many callers in all processes ask. Stops when no
   * caller waits any more.
   */
  demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset>
  /** The same, for this caller: when pictures wait for each other, the callers of a tenant take turns. */
  as(caller: string): Variants
  /** The record after one more attempt at each variant that was tried and failed. */
  retry(asset: Asset, signal: AbortSignal | undefined): Promise<Asset>
  close(): Promise<void>
}

/** Without a processor there are only the variants that records already have. */
export function createVariants({ processor, whenBusy, ...context }: VariantsOptions): Variants {
  const { metadata, onError } = context
  const plans = new Map(processor?.plans.map((plan) => [plan.name, plan]))
  const withUpload = [...plans.values()].flatMap(({ name, timing }) =>
    timing === 'immediately' ? [name] : [],
  )
  const making = createSharedWork<Asset>()
  const leases = createLeases({ ...context, duration: VARIANT_LEASE })
  const makeContext = processor === null ? null : { ...context, processor, leases }

  function offers(asset: Asset, name: string): boolean {
    if (hasVariant(asset, name)) return true
    return canMake(asset, name) && !asset.failedVariants.some((failed) => failed.name === name)
  }

  function canMake(asset: Asset, name: string): boolean {
    return plans.has(name) && !!processor?.accepts(asset)
  }

  async function makeWithUpload(
    file: StagedFile,
    facts: FileFacts,
    { tenant, caller = null, variantWait, signal }: UploadWaiting,
  ): Promise<NewVariants> {
    if (processor === null || withUpload.length === 0 || !processor.accepts(facts)) {
      return NO_VARIANTS
    }
    if (variantWait.isOver) return NO_VARIANTS
    let result: VariantResult
    try {
      result = await variantWait.wait(signal, (signal) =>
        processor.make({ file, facts, tenant, caller }, withUpload, { signal }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!isStowageError(error, 'unavailable') || whenBusy === 'refuse') throw error
      // A fault, not just a busy processor.
      if (error.cause !== undefined) onError(error)
      // The variants did not fail: the first request for one makes it.
      return NO_VARIANTS
    }
    return storeVariants(inTurn(context, turnOf({ tenant, caller })), result, withUpload, signal)
  }

  async function demand(
    asset: Asset,
    name: string,
    signal: AbortSignal | undefined,
    caller: string | null = null,
  ): Promise<Asset> {
    if (hasVariant(asset, name)) return asset
    if (makeContext === null || !offers(asset, name)) throw noSuchVariant()
    return share(makeContext, asset, { name, isWanted: offers, caller }, signal)
  }

  async function retry(
    asset: Asset,
    signal: AbortSignal | undefined,
    caller: string | null = null,
  ): Promise<Asset> {
    for (const { name, attempts } of asset.failedVariants) {
      if (attempts === 0 || makeContext === null || !canMake(asset, name)) continue
      const wanted = { name, isWanted: canMake, caller }
      await share(makeContext, asset, wanted, signal).catch((error) => {
        // It failed again, or the asset is gone: the record shows which.
        if (!isStowageError(error, 'file_not_found')) throw error
      })
    }
    return (await metadata.assets.get({ id: asset.id })) ?? asset
  }

  /**
   * All callers of this process that saw the same content share the same work, in the turn of the first. The work ends
   * when the last of them leaves.
   */
  function share(
    context: MakeVariantContext,
    { id, blobKey }: Asset,
    wanted: WantedVariant,
    signal: AbortSignal | undefined,
  ): Promise<Asset> {
    const make = (abandoned: AbortSignal) => makeVariant(context, id, wanted, abandoned)
    return making.join(`${id}/${blobKey}/${wanted.name}`, make, signal)
  }

  async function close(): Promise<void> {
    await making.settled()
    await processor?.close?.()
  }

  const names = [...plans.keys()]
  const viewOf = (caller: string | null): Variants => ({
    names,
    offers,
    as: viewOf,
    makeWithUpload: (file, facts, waiting) =>
      makeWithUpload(file, facts, Object.assign({ caller }, waiting)),
    demand: (asset, name, signal) => demand(asset, name, signal, caller),
    retry: (asset, signal) => retry(asset, signal, caller),
    close,
  })
  return viewOf(null)
}
