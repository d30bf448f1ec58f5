import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileFacts } from '../analysis/analyzer.ts'
import { raceAbort } from '../async/abortable.ts'
import { allSettledOrThrow } from '../async/all-settled.ts'
import { createSharedWork } from '../async/shared-work.ts'
import { blobAsFile } from '../blobs/blob-as-file.ts'
import type { BlobCollector } from '../blobs/blob-collector.ts'
import type { ReservedKeys } from '../blobs/reserved-keys.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import type { Asset, FailedVariant, Variant } from '../model/asset.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import {
  VARIANT_LIMIT,
  type VariantProcessor,
  type VariantResult,
} from '../ports/variant-processor.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { Patience } from './patience.ts'

/** A process that dies while it makes a variant holds up the others for this long, in milliseconds. */
const LEASE = 60_000
/** The first and the longest pause between two looks at what another process makes, in milliseconds. */
const FIRST_PAUSE = 50
const LONGEST_PAUSE = 2000
/** Milliseconds of pauses after which nobody waits any longer. */
const PATIENCE = 2 * LEASE

export interface VariantsOptions {
  readonly processor: VariantProcessor | null
  /** What an upload does when the processor has too much to do. */
  readonly whenBusy: 'store' | 'refuse'
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly keys: ReservedKeys
  readonly collector: BlobCollector
  /** Ends the waiting for what other processes make. */
  readonly closing: AbortSignal
  /** Waits so many milliseconds. Default: a timer. */
  readonly pause?: (millis: number, signal: AbortSignal) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Variants under way into the blob store. They are nobody's until a record takes them. */
export interface NewVariants {
  readonly variants: readonly Variant[]
  /** What cannot be made of this file, or is not worth it. */
  readonly failed: readonly FailedVariant[]
  /** Settles when no put is under way any more; rejects when one failed. */
  readonly put: Promise<unknown>
  /** The same under other keys, when these were lost. Rejects before it puts anything, or not at all. */
  readonly again: () => Promise<NewVariants>
}

/** Whose upload waits for variants, and for how long. */
export interface UploadWaiting {
  readonly tenant: string
  /** The same for all files of an upload. */
  readonly patience: Patience
  readonly signal: AbortSignal | undefined
}

/** A variant that has its key and is not put yet. */
interface ReadyVariant {
  readonly variant: Variant
  readonly file: StagedFile
}

const NO_VARIANTS: NewVariants = {
  variants: [],
  failed: [],
  put: Promise.resolve(),
  again: async () => NO_VARIANTS,
}

/** Makes variants, with uploads and on demand. */
export interface Variants {
  readonly names: readonly string[]
  /** Whether the asset has the variant, or can have it when it is asked for. */
  offers(asset: Asset, name: string): boolean
  /** Makes what is to be made with the upload, decoding the file once; nothing when that takes too long. */
  makeWithUpload(file: StagedFile, facts: FileFacts, options: UploadWaiting): Promise<NewVariants>
  /**
   * The record with that variant, made now when need be: once, however many ask, in all processes. Ends when
   * nobody waits for it any more.
   */
  demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset>
  /** The record after one more attempt at each variant that was tried and failed. */
  retry(asset: Asset, signal: AbortSignal | undefined): Promise<Asset>
  close(): Promise<void>
}

export function createVariants(options: VariantsOptions): Variants {
  const { processor, whenBusy, metadata, blobs, staging } = options
  const { keys, collector, closing, onError, pause = wait } = options
  const plans = new Map(processor?.plans.map((plan) => [plan.name, plan]))
  const withUpload = [...plans.values()].flatMap(({ name, timing }) =>
    timing === 'immediately' ? [name] : [],
  )
  const holder = randomUUID()
  const making = createSharedWork<Asset>()

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
    { tenant, patience, signal }: UploadWaiting,
  ): Promise<NewVariants> {
    if (processor === null || withUpload.length === 0 || !processor.accepts(facts))
      return NO_VARIANTS
    if (patience.isOver) return NO_VARIANTS
    let result: VariantResult
    try {
      result = await patience.wait(signal, (signal) =>
        processor.make({ file, facts, tenant }, withUpload, { signal }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!isStowageError(error, 'unavailable') || whenBusy === 'refuse') throw error
      // A fault, not only too much to do.
      if (error.cause !== undefined) onError(error)
      // Not made is not failed: the first request for it makes it.
      return NO_VARIANTS
    }
    return store(result, withUpload, signal)
  }

  /** Puts what was made of what was asked for, each once; what else was asked for will not be made. */
  async function store(
    result: VariantResult,
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<NewVariants> {
    const asked = names.flatMap((name) => result.made.find((each) => each.name === name) ?? [])
    const small = asked.filter(({ content }) => content.byteLength <= VARIANT_LIMIT)
    // All keys first: from the first put on nothing may fail but puts.
    const ready = await Promise.all(
      small.map(async ({ content, name, mimeType, extension, width, height }) => {
        const file = await stageUpload(content, { staging, limit: VARIANT_LIMIT })
        const { size, sha256 } = file
        const blobKey = await raceAbort(keys.next(), signal)
        const variant = { blobKey, name, mimeType, extension, width, height, size, sha256 }
        return { variant, file }
      }),
    )
    const tried = [...asked.map(({ name }) => name), ...result.failed]
    const failed = names
      .filter((name) => !small.some((each) => each.name === name))
      .map((name) => ({ name, attempts: tried.includes(name) ? 1 : 0 }))
    return putAll(ready, failed, signal)
  }

  function putAll(
    ready: readonly ReadyVariant[],
    failed: readonly FailedVariant[],
    signal: AbortSignal | undefined,
  ): NewVariants {
    const variants = ready.map(({ variant }) => variant)
    const options = signal === undefined ? {} : { signal }
    const put = allSettledOrThrow(
      ready.map(({ variant, file }) => blobs.put(variant.blobKey, file, options)),
    )
    // Awaited by whoever inserts the record; until then a failure must not count as unhandled.
    put.catch(() => {})
    const again = async () => {
      const renamed = ready.map(async ({ variant, file }) => {
        const blobKey = await raceAbort(keys.next(), signal)
        return { variant: { ...variant, blobKey }, file }
      })
      return putAll(await Promise.all(renamed), failed, signal)
    }
    return { variants, failed, put, again }
  }

  function demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset> {
    if (hasVariant(asset, name)) return Promise.resolve(asset)
    if (processor === null || !offers(asset, name)) return Promise.reject(noSuchVariant())
    return shared(processor, asset, { name, isWanted: offers }, signal)
  }

  async function retry(asset: Asset, signal: AbortSignal | undefined): Promise<Asset> {
    for (const { name, attempts } of asset.failedVariants) {
      if (attempts === 0 || processor === null || !canMake(asset, name)) continue
      await shared(processor, asset, { name, isWanted: canMake }, signal).catch((error) => {
        // Failed again, or gone meanwhile, which the record tells.
        if (!isStowageError(error, 'file_not_found')) throw error
      })
    }
    return (await metadata.get({ id: asset.id })) ?? asset
  }

  function shared(
    processor: VariantProcessor,
    { id }: Asset,
    wish: Wish,
    signal: AbortSignal | undefined,
  ): Promise<Asset> {
    const make = (abandoned: AbortSignal) => makeOnDemand(processor, id, wish, abandoned)
    return making.join(`${id}/${wish.name}`, make, signal)
  }

  /** Not bound to one caller's signal: others may wait for it too. */
  async function makeOnDemand(
    processor: VariantProcessor,
    id: string,
    wish: Wish,
    abandoned: AbortSignal,
  ): Promise<Asset> {
    const { name } = wish
    const lease = `variant/${id}/${name}`
    for (let waited = 0, next = FIRST_PAUSE; !(await holdLease(lease, LEASE)); ) {
      const asset = await demandable(id, wish)
      if (hasVariant(asset, name)) return asset
      if (waited >= PATIENCE) throw madeTooLong()
      await pause(next, closing)
      abandoned.throwIfAborted()
      waited += next
      next = Math.min(next * 2, LONGEST_PAUSE)
    }
    const renewing = setInterval(() => {
      holdLease(lease, LEASE).catch(onError)
    }, LEASE / 3)
    try {
      const asset = await demandable(id, wish)
      return hasVariant(asset, name)
        ? asset
        : await makeAndAttach(processor, asset, wish, abandoned)
    } finally {
      clearInterval(renewing)
      await holdLease(lease, 0).catch(onError)
    }
  }

  async function makeAndAttach(
    processor: VariantProcessor,
    asset: Asset,
    wish: Wish,
    signal: AbortSignal,
  ): Promise<Asset> {
    const { tenant } = asset
    const source = { file: blobAsFile(blobs, asset), facts: asset, tenant }
    // Raced: a processor that does not listen must hold up neither those who ask anew nor `close`.
    const result = await raceAbort(processor.make(source, [wish.name], { signal }), signal)
    const stored = await store(result, [wish.name], signal)
    const made = { ...stored, failed: stored.failed.map((failed) => addAttempts(asset, failed)) }
    let changed: Asset
    try {
      changed = await attachOrPutAgain(asset, made)
    } catch (error) {
      // Another process that took the lease over, because this one was slow, was first.
      const current = await demandable(asset.id, wish)
      if (hasVariant(current, wish.name)) return current
      throw error
    }
    if (made.failed.length > 0) throw noSuchVariant()
    return changed
  }

  /** Once more under new keys when another process claimed those that this one had reserved. */
  async function attachOrPutAgain(asset: Asset, made: NewVariants): Promise<Asset> {
    try {
      return await addVariants(asset, made)
    } catch (error) {
      if (!isStowageError(error, 'reservation_lost')) throw error
    }
    keys.drop()
    return addVariants(asset, await made.again())
  }

  async function addVariants(
    { tenant, id }: Asset,
    { variants, failed, put }: NewVariants,
  ): Promise<Asset> {
    try {
      await put
      return await metadata.addVariants({ tenant, id, variants, failed })
    } catch (error) {
      await collector.rollback(
        variants.map(({ blobKey }) => blobKey),
        error,
      )
      throw error
    }
  }

  async function demandable(id: string, { name, isWanted }: Wish): Promise<Asset> {
    const asset = await metadata.get({ id })
    if (asset === null || asset.trashedAt !== null) throw noSuchVariant()
    if (!hasVariant(asset, name) && !isWanted(asset, name)) throw noSuchVariant()
    return asset
  }

  /** For that many milliseconds from now; for 0 it is given back. */
  function holdLease(name: string, duration: number): Promise<boolean> {
    return metadata.lease({ name, holder, duration })
  }

  return {
    names: [...plans.keys()],
    offers,
    makeWithUpload,
    demand,
    retry,
    async close() {
      await making.settled()
      await processor?.close?.()
    },
  }
}

/** A variant to make, unless the record says meanwhile that it is not to be made. */
interface Wish {
  readonly name: string
  readonly isWanted: (asset: Asset, name: string) => boolean
}

/** What failed now, with the attempts before. */
function addAttempts({ failedVariants }: Asset, { name, attempts }: FailedVariant): FailedVariant {
  const before = failedVariants.find((failed) => failed.name === name)?.attempts ?? 0
  return { name, attempts: before + attempts }
}

function hasVariant(asset: Asset, name: string): boolean {
  return asset.variants.some((variant) => variant.name === name)
}

function wait(millis: number, signal: AbortSignal): Promise<void> {
  return delay(millis, undefined, { signal })
}

function madeTooLong(): StowageError {
  return new StowageError('unavailable', 'Another process takes too long to make this variant.')
}

function noSuchVariant(): StowageError {
  return new StowageError('file_not_found', 'There is no such variant of this file.')
}
