import { setTimeout as delay } from 'node:timers/promises'
import { raceAbort } from '../async/abortable.ts'
import { turnOf } from '../async/turn.ts'
import { blobAsFile } from '../blobs/blob-as-file.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { PutFilesContext } from '../blobs/put-files.ts'
import { inTurn } from '../blobs/storage-in-turn.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { Leases } from '../leases/leases.ts'
import type { Asset, FailedVariant } from '../model/assets/asset.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { VariantProcessor } from '../ports/variant-processor.ts'
import {
  type NewVariants,
  putVariantsAgain,
  type StoreVariantsContext,
  storeVariants,
} from './store-variants.ts'

/** A process that dies while it makes a variant holds up the others for this long, in milliseconds. */
export const VARIANT_LEASE: number = 60_000
/** The first and the longest pause between two looks at what another process makes, in milliseconds. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2000
/** Milliseconds of pauses after which a caller waits no longer. */
const MAX_WAIT = 2 * VARIANT_LEASE

export interface MakeVariantContext extends StoreVariantsContext {
  readonly processor: VariantProcessor
  readonly blobs: BlobStore
  readonly metadata: MetadataStore
  readonly collector: BlobCollector
  /** Leases of `VARIANT_LEASE`. */
  readonly leases: Leases
  /** Ends the waiting for what other processes make. */
  readonly closing: AbortSignal
  /** Waits so many milliseconds. Default: a timer. */
  readonly pause?: ((millis: number, signal: AbortSignal) => Promise<void>) | undefined
  readonly onError: (error: unknown) => void
}

/** A variant to make, unless the record says meanwhile that it is not to be made. */
export interface WantedVariant {
  readonly name: string
  readonly isWanted: (asset: Asset, name: string) => boolean
  /** Who asked for it first. */
  readonly caller: string | null
}

/**
 * The record of that id with the variant. Makes it under a lease, so that one process makes it and the others
 * wait for it. `file_not_found` when it cannot be made, `unavailable` when another process takes too long.
 * `abandoned` aborts when no caller waits any more.
 */
export async function makeVariant(
  context: MakeVariantContext,
  id: string,
  wanted: WantedVariant,
  abandoned: AbortSignal,
): Promise<Asset> {
  const { leases, closing, onError, pause = wait } = context
  const { name } = wanted
  const take = () => leases.take(`variant/${id}/${name}`)
  let lease = await take()

  for (let waited = 0, next = FIRST_PAUSE; lease === null; lease = await take()) {
    const asset = await currentRecord(context, id, wanted)
    if (hasVariant(asset, name)) return asset
    if (waited >= MAX_WAIT) throw madeTooLong()
    await pause(next, closing)
    abandoned.throwIfAborted()
    waited += next
    next = Math.min(next * 2, LONGEST_PAUSE)
  }
  try {
    while (true) {
      const asset = await currentRecord(context, id, wanted)
      if (hasVariant(asset, name)) return asset
      try {
        return await makeAndAdd(context, asset, wanted, abandoned)
      } catch (error) {
        // The content was replaced meanwhile: the variant is to be of the new one. It may be the old one again.
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

/** Whether the record has that variant already. */
export function hasVariant(asset: Asset, name: string): boolean {
  return asset.variants.some((variant) => variant.name === name)
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
  const source = { file: blobAsFile(blobs, asset), facts: asset, tenant, caller: wanted.caller }
  // Raced: a processor that ignores its signal must not block new requests or `close`.
  const result = await raceAbort(processor.make(source, [wanted.name], { signal }), signal)
  const stored = await storeVariants(context, result, [wanted.name], signal)
  const made = { ...stored, failed: stored.failed.map((failed) => addAttempts(asset, failed)) }
  let changed: Asset
  try {
    changed = await addOrPutAgain(context, asset, made)
  } catch (error) {
    // Another process took the lease over, because this one was slow, and was first.
    const current = await currentRecord(store, asset.id, wanted)
    if (hasVariant(current, wanted.name)) return current
    throw error
  }
  if (made.failed.length > 0) throw noSuchVariant()
  return changed
}

/** What adds made variants to a record. */
type AddContext = PutFilesContext & Pick<MakeVariantContext, 'metadata' | 'collector'>

/** Once more under new keys when another process claimed those that this one had reserved. */
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
  { metadata, collector }: AddContext,
  { tenant, id, blobKey: madeOf }: Asset,
  { variants, failed, put }: NewVariants,
): Promise<Asset> {
  try {
    await put
    return await metadata.assets.addVariants({ tenant, id, variants, failed, madeOf })
  } catch (error) {
    const blobKeys = variants.map(({ blobKey }) => blobKey)
    await collector.rollback(blobKeys, error)
    throw error
  }
}

/** The record as it is now, while the variant is there or wanted; else `file_not_found`. */
async function currentRecord(
  { metadata }: MakeVariantContext,
  id: string,
  { name, isWanted }: WantedVariant,
): Promise<Asset> {
  const asset = await metadata.assets.get({ id })
  if (asset === null || asset.trashedAt !== null) throw noSuchVariant()
  if (!hasVariant(asset, name) && !isWanted(asset, name)) throw noSuchVariant()
  return asset
}

/** What failed now, with the attempts before. */
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
