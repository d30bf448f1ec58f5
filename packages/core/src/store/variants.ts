import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { FileFacts } from '../analysis/analyzer.ts'
import type { Asset, FailedVariant, Variant } from '../asset/asset.ts'
import { type Clock, formatTimestamp } from '../asset/timestamp.ts'
import { isStowageError, StowageError } from '../errors/stowage-error.ts'
import { takeIn } from '../intake/intake.ts'
import type { BlobStore } from '../ports/blob-store.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { StagedFile, Staging } from '../ports/staging.ts'
import { VARIANT_LIMIT, type VariantMaker, type VariantResult } from '../ports/variant-maker.ts'
import { blobAsFile } from './blob-as-file.ts'
import type { BlobKeys } from './blob-keys.ts'
import type { Garbage } from './garbage.ts'
import { settled } from './settled.ts'
import { createSharedWork } from './shared-work.ts'
import { withPatience } from './with-patience.ts'

/** A process that dies while it makes a variant holds up the others for this long, in microseconds. */
const LEASE = 60_000_000
/** Milliseconds between two looks at what another process makes. */
const POLL = 50

export interface VariantsOptions {
  readonly maker: VariantMaker | null
  /** What an upload does when the maker has too much to do. */
  readonly whenBusy: 'store' | 'refuse'
  /** Milliseconds that an upload waits for its variants. */
  readonly variantWait: number
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
  readonly staging: Staging
  readonly keys: BlobKeys
  readonly garbage: Garbage
  /** Ends the waiting for what other processes make. */
  readonly closing: AbortSignal
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

/** Variants under way into the blob store. They are nobody's until a record takes them. */
export interface NewVariants {
  readonly variants: readonly Variant[]
  /** What cannot be made of this file, or is not worth it. */
  readonly failed: readonly FailedVariant[]
  /** Settles when no put is under way any more; rejects when one failed. */
  readonly put: Promise<unknown>
}

const NO_VARIANTS: NewVariants = { variants: [], failed: [], put: Promise.resolve() }

/** Makes variants, with uploads and on demand. */
export interface Variants {
  readonly names: readonly string[]
  /** Whether the asset has the variant, or can have it when it is asked for. */
  offers(asset: Asset, name: string): boolean
  /** Makes what is to be made with the upload, decoding the file once; nothing when that takes too long. */
  makeWithUpload(
    file: StagedFile,
    facts: FileFacts,
    options: { readonly tenant: string; readonly signal: AbortSignal | undefined },
  ): Promise<NewVariants>
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
  const { maker, whenBusy, variantWait, metadata, blobs, staging } = options
  const { keys, garbage, closing, clock, onError } = options
  const plans = new Map(maker?.plans.map((plan) => [plan.name, plan]))
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
    return plans.has(name) && !!maker?.accepts(asset)
  }

  async function makeWithUpload(
    file: StagedFile,
    facts: FileFacts,
    { tenant, signal }: { readonly tenant: string; readonly signal: AbortSignal | undefined },
  ): Promise<NewVariants> {
    if (maker === null || withUpload.length === 0 || !maker.accepts(facts)) return NO_VARIANTS
    let result: VariantResult
    try {
      result = await withPatience(variantWait, signal, (signal) =>
        maker.make({ file, facts, tenant }, withUpload, { signal }),
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (!isStowageError(error, 'unavailable') || whenBusy === 'refuse') throw error
      // A fault, not only too much to do.
      if (error.cause !== undefined) onError(error)
      // Not made is not failed: the first request for it makes it.
      return NO_VARIANTS
    }
    return store(result, withUpload)
  }

  /** Puts what was made of what was asked for, each once; what else was asked for will not be made. */
  async function store(result: VariantResult, names: readonly string[]): Promise<NewVariants> {
    const asked = names.flatMap((name) => result.made.find((each) => each.name === name) ?? [])
    const small = asked.filter(({ content }) => content.byteLength <= VARIANT_LIMIT)
    // All keys first: from the first put on nothing may fail but puts.
    const ready = await Promise.all(
      small.map(async ({ content, name, mimeType, extension, width, height }) => {
        const file = await takeIn(content, { staging, limit: VARIANT_LIMIT })
        const { size, sha256 } = file
        const blobKey = await keys.take()
        const variant = { blobKey, name, mimeType, extension, width, height, size, sha256 }
        return { variant, file }
      }),
    )
    const variants = ready.map(({ variant }) => variant)
    const put = settled(ready.map(({ variant, file }) => blobs.put(variant.blobKey, file)))
    // Awaited by whoever inserts the record; until then a failure must not count as unhandled.
    put.catch(() => {})
    const tried = [...asked.map(({ name }) => name), ...result.failed]
    const failed = names
      .filter((name) => !small.some((each) => each.name === name))
      .map((name) => ({ name, attempts: tried.includes(name) ? 1 : 0 }))
    return { variants, failed, put }
  }

  function demand(asset: Asset, name: string, signal: AbortSignal | undefined): Promise<Asset> {
    if (hasVariant(asset, name)) return Promise.resolve(asset)
    if (maker === null || !offers(asset, name)) return Promise.reject(noSuchVariant())
    return shared(maker, asset, { name, isWanted: offers }, signal)
  }

  async function retry(asset: Asset, signal: AbortSignal | undefined): Promise<Asset> {
    for (const { name, attempts } of asset.failedVariants) {
      if (attempts === 0 || maker === null || !canMake(asset, name)) continue
      await shared(maker, asset, { name, isWanted: canMake }, signal).catch((error) => {
        // Failed again, or gone meanwhile, which the record tells.
        if (!isStowageError(error, 'file_not_found')) throw error
      })
    }
    return (await metadata.get({ id: asset.id })) ?? asset
  }

  function shared(
    maker: VariantMaker,
    { id }: Asset,
    wish: Wish,
    signal: AbortSignal | undefined,
  ): Promise<Asset> {
    const make = (abandoned: AbortSignal) => makeOnDemand(maker, id, wish, abandoned)
    return making.join(`${id}/${wish.name}`, make, signal)
  }

  /** Not bound to one caller's signal: others may wait for it too. */
  async function makeOnDemand(
    maker: VariantMaker,
    id: string,
    wish: Wish,
    abandoned: AbortSignal,
  ): Promise<Asset> {
    const { name } = wish
    const lease = `variant/${id}/${name}`
    while (!(await holdLease(lease, LEASE))) {
      const asset = await demandable(id, wish)
      if (hasVariant(asset, name)) return asset
      await delay(POLL, undefined, { signal: closing })
      abandoned.throwIfAborted()
    }
    const renewing = setInterval(() => {
      holdLease(lease, LEASE).catch(onError)
    }, LEASE / 3000)
    try {
      const asset = await demandable(id, wish)
      return hasVariant(asset, name) ? asset : await makeAndAttach(maker, asset, wish, abandoned)
    } finally {
      clearInterval(renewing)
      await holdLease(lease, 0).catch(onError)
    }
  }

  async function makeAndAttach(
    maker: VariantMaker,
    asset: Asset,
    wish: Wish,
    signal: AbortSignal,
  ): Promise<Asset> {
    const { tenant, id } = asset
    const source = { file: blobAsFile(blobs, asset), facts: asset, tenant }
    const result = await maker.make(source, [wish.name], { signal })
    const { variants, failed: failedNow, put } = await store(result, [wish.name])
    const failed = failedNow.map(({ name, attempts }) => ({
      name,
      attempts: attempts + attemptsAt(asset, name),
    }))
    let changed: Asset
    try {
      await put
      changed = await metadata.attach({ tenant, id, variants, failed })
    } catch (error) {
      await garbage.undo(
        variants.map(({ blobKey }) => blobKey),
        error,
      )
      // Another process that took the lease over, because this one was slow, was first.
      const current = await demandable(id, wish)
      if (hasVariant(current, wish.name)) return current
      throw error
    }
    if (failed.length > 0) throw noSuchVariant()
    return changed
  }

  async function demandable(id: string, { name, isWanted }: Wish): Promise<Asset> {
    const asset = await metadata.get({ id })
    if (asset === null || asset.trashedAt !== null) throw noSuchVariant()
    if (!hasVariant(asset, name) && !isWanted(asset, name)) throw noSuchVariant()
    return asset
  }

  /** For that many microseconds from now; for 0 it is given back. */
  function holdLease(name: string, duration: number): Promise<boolean> {
    const now = clock()
    const until = formatTimestamp(now + duration)
    return metadata.lease({ name, holder, now: formatTimestamp(now), until })
  }

  return {
    names: [...plans.keys()],
    offers,
    makeWithUpload,
    demand,
    retry,
    async close() {
      await making.settled()
      await maker?.close?.()
    },
  }
}

/** A variant to make, unless the record says meanwhile that it is not to be made. */
interface Wish {
  readonly name: string
  readonly isWanted: (asset: Asset, name: string) => boolean
}

function attemptsAt({ failedVariants }: Asset, name: string): number {
  return failedVariants.find((failed) => failed.name === name)?.attempts ?? 0
}

function hasVariant(asset: Asset, name: string): boolean {
  return asset.variants.some((variant) => variant.name === name)
}

function noSuchVariant(): StowageError {
  return new StowageError('file_not_found', 'There is no such variant of this file.')
}
