import type { FileFacts } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import { createSharedWork } from '../async/shared-work.ts'
import { turnOf } from '../async/turn.ts'
import { inTurn } from '../blobs/storage-in-turn.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { NewJob } from '../jobs/job.ts'
import { createLeases } from '../leases/leases.ts'
import { PUBLIC_COPY } from '../location/public-copies.ts'
import { memberNames, sizesOf } from '../pictures/picture-set.ts'
import { sizeSettings } from '../pictures/size-settings.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { Clock } from '../time/timestamp.ts'
import type { Trace } from '../tracing/trace-events.ts'
import { notDrawn, nothingDrawn } from './drawing-refusals.ts'
import {
  type MakeVariantContext,
  makeVariant,
  noSuchVariant,
  VARIANT_LEASE,
  type WantedVariant,
} from './make-variant.ts'
import { planOf } from './plan-of.ts'
import { type NewVariants, NO_VARIANTS, storeVariants } from './put-variants.ts'
import { tracedMake } from './traced-make.ts'
import type {
  Filled,
  FillOptions,
  UploadWaiting,
  Variants,
  VariantsOwner,
} from './variant-making.ts'
import { variantOf } from './variant-of.ts'
import type { VariantProcessor, VariantResult } from './variant-processor.ts'
import { variantsJob } from './variants-job.ts'
import type { WhenMade } from './when-made.ts'

/** Bytes of a file of which a copy is made with the upload. */
const LARGEST_COPY = 8 * 2 ** 20

interface VariantsOptions extends Omit<MakeVariantContext, 'processor' | 'leases'> {
  readonly processor: VariantProcessor | null
  readonly clock: Clock
  /** When the variants that belong to an upload are made. */
  readonly when: WhenMade
  /** What an upload does when the processor is too busy. */
  readonly whenBusy: 'store' | 'refuse'
  /** What an upload does with a picture of which a variant cannot be made. */
  readonly whenFailed: 'store' | 'refuse'
}

/** Without a processor there are only the variants that records already have. */
export function createVariants({
  processor,
  when,
  whenBusy,
  whenFailed,
  ...context
}: VariantsOptions): Variants {
  const { metadata, onError } = context
  const plans = new Map(processor?.plans.map((plan) => [plan.name, plan]))
  const sets = processor?.sets ?? []
  const members = new Map(
    sets.flatMap((set) => memberNames(set).map(({ member, size }) => [member, { set, size }])),
  )
  const setOfSize = new Map([...members.values()].map(({ set, size }) => [size, set]))
  const withUpload = [...plans.values()].flatMap(({ name, timing }) =>
    timing === 'immediately' ? [name] : [],
  )
  // A copy of the original is for the store alone.
  const names = [...plans.keys()].filter((name) => name !== PUBLIC_COPY)
  const drawnWithUpload = withUpload.filter((name) => names.includes(name))
  // URLs name the bytes of the copy that everyone gets, so it is there from the start.
  const madeWithUpload =
    when === 'upload' ? withUpload : withUpload.filter((name) => name === PUBLIC_COPY)
  if (whenFailed === 'refuse' && drawnWithUpload.length === 0) throw nothingDrawn()
  const making = createSharedWork<Asset>()
  const leases = createLeases({ ...context, duration: VARIANT_LEASE })
  const makeContext = processor === null ? null : { ...context, processor, leases }

  function offers(asset: Asset, name: string): boolean {
    return isCurrent(asset, name) || (canMake(asset, name) && !isFailed(asset, name))
  }

  function planFor(facts: FileFacts, name: string) {
    return processor === null ? undefined : planOf(processor, facts, name)
  }

  /** Whether the asset has the variant as its own data asks for it. */
  function isCurrent(asset: Asset, name: string): boolean {
    const found = variantOf(asset, name)
    if (found === undefined) return false
    // It may have been made before its plan cropped.
    const isOfAnyFocus = found.focus !== undefined || asset.focus === null
    return isOfAnyFocus || planFor(asset, name)?.isCropped !== true
  }

  function isFailed({ failedVariants }: Asset, name: string): boolean {
    return failedVariants.some((failed) => failed.name === name)
  }

  function canMake(asset: Asset, name: string): boolean {
    return plans.has(name) && hasSize(asset, name) && !!processor?.accepts(asset, name)
  }

  /** A set has no size that enlarges the picture. */
  function hasSize({ width, height }: Asset, name: string): boolean {
    const member = members.get(name)
    if (member === undefined) return true
    const original = { width: width ?? 0, height: height ?? 0 }
    return sizesOf(member.set, original).some((size) => size.name === member.size)
  }

  async function makeWithUpload(
    file: StagedFile,
    facts: FileFacts,
    { tenant, caller = null, focus, variantWait, isNew, trace, signal }: UploadWaiting,
  ): Promise<NewVariants> {
    if (processor === null || variantWait.isOver) return NO_VARIANTS
    const wanted = madeWithUpload.filter((name) => processor.accepts(facts, name))
    const mustBeDrawn = whenFailed === 'refuse' && isNew && facts.type === 'image'
    if (mustBeDrawn && !drawnWithUpload.some((name) => wanted.includes(name))) throw notDrawn()
    if (wanted.length === 0) return NO_VARIANTS
    const source = { file, facts, focus, tenant, caller }
    let result: VariantResult
    try {
      result = await variantWait.wait(signal, (signal) =>
        tracedMake(processor, source, wanted, { trace, when: 'upload', signal }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!isStowageError(error, 'unavailable') || whenBusy === 'refuse') throw error
      // A fault, not just a busy processor.
      if (error.cause !== undefined) onError(error)
      // The variants did not fail: the first request for one makes it.
      return NO_VARIANTS
    }
    if (mustBeDrawn && result.failed.some((name) => drawnWithUpload.includes(name)))
      throw notDrawn()
    // A copy of a large file would take as long as the upload did: the first request for it makes it.
    const late = file.size > LARGEST_COPY ? (result.copies ?? []).map(({ name }) => name) : []
    const now = wanted.filter((name) => !late.includes(name))
    const isCropped = (name: string) => planFor(facts, name)?.isCropped === true
    const asked = { names: now, focus, isCropped, largest: file.size }
    return storeVariants(inTurn(context, turnOf({ tenant, caller })), result, asked, signal)
  }

  function jobsFor(assets: readonly VariantsOwner[]): readonly NewJob[] {
    if (when !== 'background') return []
    const isWanted = (asset: VariantsOwner) =>
      asset.status === 'ready' && drawnWithUpload.some((name) => processor?.accepts(asset, name))
    return assets.filter(isWanted).map(variantsJob)
  }

  async function demand(
    asset: Asset,
    name: string,
    signal: AbortSignal | undefined,
    caller: string | null = null,
    trace: Trace | null = null,
  ): Promise<Asset> {
    const isDone = (now: Asset) => isCurrent(now, name)
    if (isDone(asset)) return asset
    const isWanted = (now: Asset) => offers(now, name)
    if (makeContext === null || !isWanted(asset)) throw noSuchVariant()
    return share(makeContext, asset, { name, isDone, isWanted, caller, trace }, signal)
  }

  async function retry(
    asset: Asset,
    signal: AbortSignal | undefined,
    caller: string | null = null,
  ): Promise<Asset> {
    for (const { name, attempts } of asset.failedVariants) {
      if (attempts === 0 || makeContext === null || !canMake(asset, name)) continue
      const isDone = (now: Asset) => isCurrent(now, name) && !isFailed(now, name)
      const isWanted = (now: Asset) => canMake(now, name)
      await share(makeContext, asset, { name, isDone, isWanted, caller }, signal).catch((error) => {
        // It failed again, or the asset is gone: the record shows which.
        if (!isStowageError(error, 'file_not_found')) throw error
      })
    }
    return (await metadata.assets.get({ id: asset.id })) ?? asset
  }

  async function fill(asset: Asset, { previews, signal }: FillOptions): Promise<Filled> {
    const { status, trashedAt } = asset
    if (makeContext === null || status !== 'ready' || trashedAt !== null) return null
    const outcomes: Filled[] = []
    for (const name of withUpload) {
      const isDone = (now: Asset) => isCurrent(now, name) && !(previews && lacksPreview(now, name))
      const isWanted = (now: Asset) => canMake(now, name) && !isFailed(now, name)
      if (isDone(asset) || !isWanted(asset)) continue
      const wanted = { name, isDone, isWanted, caller: null, when: 'background' } as const
      const making = share(makeContext, asset, wanted, signal)
      outcomes.push(await making.then(() => 'made', outcomeOfFailure(asset, name)))
    }
    return (['failed', 'made', 'unneeded'] as const).find((one) => outcomes.includes(one)) ?? null
  }

  /** What the record says after a variant could not be made. `null`: the asset is gone. */
  function outcomeOfFailure({ id }: Asset, name: string) {
    return async (error: unknown): Promise<Filled> => {
      if (!isStowageError(error, 'file_not_found', 'asset_not_found')) throw error
      const failed = (await metadata.assets.get({ id }))?.failedVariants
      const attempts = failed?.find((each) => each.name === name)?.attempts ?? null
      if (attempts === null) return null
      return attempts === 0 ? 'unneeded' : 'failed'
    }
  }

  /** It was made before its plan had a preview. */
  function lacksPreview(asset: Asset, name: string): boolean {
    return planFor(asset, name)?.preview === true && variantOf(asset, name)?.preview === undefined
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

  const sizes = sizeSettings(sets, plans)
  const viewOf = (caller: string | null): Variants => ({
    names,
    sets,
    setOfSize,
    sizes,
    offers,
    as: viewOf,
    makeWithUpload: (file, facts, waiting) =>
      makeWithUpload(file, facts, Object.assign({ caller }, waiting)),
    // The jobs of others wait for a process that draws.
    worksInBackground: when === 'background' && drawnWithUpload.length > 0,
    jobsFor,
    demand: (asset, name, signal, trace = null) => demand(asset, name, signal, caller, trace),
    retry: (asset, signal) => retry(asset, signal, caller),
    fill,
    close,
  })
  return viewOf(null)
}
