import { setTimeout as delay } from 'node:timers/promises'
import type { Asset, FailedVariant } from '../assets/asset.ts'
import { raceAbort } from '../async/abortable.ts'
import { turnOf } from '../async/turn.ts'
import { blobAsFile } from '../blobs/blob-as-file.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { PutFilesContext } from '../blobs/put-files.ts'
import { inTurn } from '../blobs/storage-in-turn.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { Leases } from '../leases/leases.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Trace } from '../tracing/trace-events.ts'
import { planOf } from './plan-of.ts'
import {
  type NewVariants,
  putVariantsAgain,
  type StoreVariantsContext,
  storeVariants,
} from './put-variants.ts'
import { tracedMake } from './traced-make.ts'
import { isSameFocus } from './variant-of.ts'
import type { VariantProcessor } from './variant-processor.ts'
import type { WhenMade } from './when-made.ts'

/** How long a process that dies while making a variant blocks the others, in milliseconds. */
export const VARIANT_LEASE: number = 60_000
/** The first and the longest pause between two checks for a variant that another process makes, in milliseconds. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2000
/** Milliseconds of pauses after which a caller gives up. */
const MAX_WAIT = 2 * VARIANT_LEASE

export interface MakeVariantContext extends StoreVariantsContext {
  readonly processor: VariantProcessor
  readonly blobs: BlobStore
  readonly metadata: MetadataStore
  readonly collector: BlobCollector
  /** Leases of `VARIANT_LEASE`. */
  readonly leases: Leases
  /** Milliseconds for which the bytes of a replaced variant stay. */
  readonly grace: number
  /** Ends waiting for other processes. */
  readonly closing: AbortSignal
  /** Waits that many milliseconds. Default: a timer. */
  readonly pause?: ((millis: number, signal: AbortSignal) => Promise<void>) | undefined
  readonly onError: (error: unknown) => void
}

/** A variant to make, unless the record meanwhile says otherwise. */
export interface WantedVariant {
  readonly name: string
  /** Whether the record has it as it is wanted. Otherwise a new one takes its place. */
  readonly isDone: (asset: Asset) => boolean
  /** Whether it may be tried. */
  readonly isWanted: (asset: Asset) => boolean
  /** Who asked for it first. */
  readonly caller: string | null
  /** What it is part of. Default: nothing that is traced. */
  readonly trace?: Trace | null
  /** Default `request`. */
  readonly when?: WhenMade
}

/**
 * Returns the record of that id with the variant. Makes the variant under a lease, so that one process makes it and
 * the others wait for it. `file_not_found` when it cannot be made, `unavailable` when another process takes too
 * long. `abandoned` aborts when no caller waits any more.
 */
export async function makeVariant(
  context: MakeVariantContext,
  id: string,
  wanted: WantedVariant,
  abandoned: AbortSignal,
): Promise<Asset> {
  const { leases, closing, onError, pause = wait } = context
  const { name, isDone } = wanted
  const take = () => leases.take(`variant/${id}/${name}`)
  let lease = await take()

  for (let waited = 0, next = FIRST_PAUSE; lease === null; lease = await take()) {
    const asset = await currentRecord(context, id, wanted)
    if (isDone(asset)) return asset
    if (waited >= MAX_WAIT) throw madeTooLong()
    await pause(next, closing)
    abandoned.throwIfAborted()
    waited += next
    next = Math.min(next * 2, LONGEST_PAUSE)
  }
  try {
    while (true) {
      const asset = await currentRecord(context, id, wanted)
      if (isDone(asset)) return asset
      try {
        const made = await makeAndAdd(context, asset, wanted, abandoned)
        // Its focus may have changed meanwhile.
        if (isDone(made) || isSameFocus(made.focus, asset.focus)) return made
      } catch (error) {
        // When the content was replaced meanwhile, make the variant from the new content, which may be the old one
        // again.
        const now = await currentRecord(context, id, wanted)
        const isReplaced =
          now.blobKey !== asset.blobKey || isStowageError(error, 'changed_meanwhile')
        if (!isReplaced) throw error
      }
    }
  } finally {
    await lease.release().catch(onError)
  }
}

/** `file_not_found` */
export function noSuchVariant(): StowageError {
  return new StowageError('file_not_found', 'There is no such variant of this file.')
}

async function makeAndAdd(
  store: MakeVariantContext,
  asset: Asset,
  wanted: WantedVariant,
  signal: AbortSignal,
): Promise<Asset> {
  const { processor, blobs } = store
  const { tenant } = asset
  const context = inTurn(store, turnOf({ tenant, caller: wanted.caller }))
  const { focus } = asset
  const file = blobAsFile(blobs, asset)
  const source = { file, facts: asset, focus, tenant, caller: wanted.caller }
  // Raced: a processor that ignores its signal must not block new requests or `close`.
  const { name, trace = null, when = 'request' } = wanted
  const making = { trace, when, assetId: asset.id, signal }
  const result = await raceAbort(tracedMake(processor, source, [name], making), signal)
  const isCropped = (name: string) => planOf(processor, asset, name)?.isCropped === true
  const asked = { names: [wanted.name], focus, isCropped, largest: asset.size }
  const stored = await storeVariants(context, result, asked, signal)
  const made = { ...stored, failed: stored.failed.map((failed) => addAttempts(asset, failed)) }
  let changed: Asset
  try {
    changed = await addOrPutAgain(context, asset, made)
  } catch (error) {
    // This process was slow, so another took the lease over and was first.
    const current = await currentRecord(store, asset.id, wanted)
    if (wanted.isDone(current)) return current
    throw error
  } finally {
    await made.discard()
  }
  if (made.failed.length > 0) throw noSuchVariant()
  return changed
}

/** What adding variants to a record needs. */
type AddContext = PutFilesContext & Pick<MakeVariantContext, 'metadata' | 'collector' | 'grace'>

/** Adds once more, under new keys, when another process claimed the reserved ones. */
async function addOrPutAgain(context: AddContext, asset: Asset, made: NewVariants): Promise<Asset> {
  try {
    return await add(context, asset, made)
  } catch (error) {
    if (!isStowageError(error, 'reservation_lost')) throw error
  }
  context.keys.drop()
  return add(context, asset, await putVariantsAgain(context, made))
}

async function add(
  { metadata, collector, grace }: AddContext,
  { tenant, id, blobKey: madeOf, variants: before }: Asset,
  { variants, failed, put }: NewVariants,
): Promise<Asset> {
  const old = before.filter(({ name }) => variants.some((each) => each.name === name))
  const replaces = { blobKeys: old.map(({ blobKey }) => blobKey), grace }
  try {
    await put
    return await metadata.assets.addVariants({ tenant, id, variants, failed, madeOf, replaces })
  } catch (error) {
    const blobKeys = variants.map(({ blobKey }) => blobKey)
    await collector.rollback(blobKeys, error)
    throw error
  }
}

/** The current record, if it has the variant or still wants it; else `file_not_found`. */
async function currentRecord(
  { metadata }: MakeVariantContext,
  id: string,
  { isDone, isWanted }: WantedVariant,
): Promise<Asset> {
  const asset = await metadata.assets.get({ id })
  if (asset === null || asset.trashedAt !== null) throw noSuchVariant()
  if (!isDone(asset) && !isWanted(asset)) throw noSuchVariant()
  return asset
}

/** The failed variant, with its earlier attempts added. */
function addAttempts({ failedVariants }: Asset, { name, attempts }: FailedVariant): FailedVariant {
  const before = failedVariants.find((failed) => failed.name === name)?.attempts ?? 0
  return { name, attempts: before + attempts }
}

function wait(millis: number, signal: AbortSignal): Promise<void> {
  return delay(millis, undefined, { signal })
}

function madeTooLong(): StowageError {
  return new StowageError('unavailable', 'Another process takes too long to make this variant.')
}
