import { setTimeout as delay } from 'node:timers/promises'
import type { Asset } from '../assets/asset.ts'
import { allSettledOrThrow } from '../async/all-settled.ts'
import { LinkedAbort } from '../async/linked-abort.ts'
import { isStowageError } from '../errors/stowage-error.ts'
import type { MetadataStore } from '../ports/metadata-store.ts'
import type { Variants } from '../variants/variant-making.ts'
import type { FillVariantsOptions, FillVariantsReport } from './fill-report.ts'

const RECORDS = 256
/** Assets at a time. */
const PARALLEL = 4
/** Pauses before further attempts while the processor is busy, in milliseconds. */
const PAUSES = [500, 2000, 8000]

interface FillPorts {
  readonly metadata: MetadataStore
  readonly variants: Pick<Variants, 'fill'>
  /** Ends a run under way. */
  readonly closing: AbortSignal
  readonly onError: (error: unknown) => void
}

/** `StoreAdmin.fillVariants`. An asset that needs nothing costs its place in a page of records, no more. */
export async function fillVariants(
  ports: FillPorts,
  { signal: given, previews = true, onProgress = () => {} }: FillVariantsOptions,
): Promise<FillVariantsReport> {
  const seen = { records: 0, made: 0, unneeded: 0, failed: 0, skipped: 0 }
  const ending = new LinkedAbort(given, ports.closing)
  try {
    let after: string | null = null
    while (true) {
      ending.signal.throwIfAborted()
      const page: readonly Asset[] = await ports.metadata.assets.listAll({
        afterId: after,
        limit: RECORDS,
      })
      for (let at = 0; at < page.length; at += PARALLEL) {
        const some = page.slice(at, at + PARALLEL)
        const fills = some.map((asset) =>
          fillOne(ports, asset, { previews, signal: ending.signal }),
        )
        await allSettledOrThrow(fills)
        for (const outcome of await Promise.all(fills)) if (outcome !== null) seen[outcome] += 1
        seen.records += some.length
        onProgress({ ...seen })
      }
      after = page.at(-1)?.id ?? null
      if (after === null) {
        onProgress({ ...seen })
        return seen
      }
    }
  } finally {
    ending.unlink()
  }
}

/** `null`: there was nothing to try. */
async function fillOne(
  { variants, onError }: FillPorts,
  asset: Asset,
  options: { readonly previews: boolean; readonly signal: AbortSignal },
): Promise<'made' | 'unneeded' | 'failed' | 'skipped' | null> {
  const { signal } = options
  for (let attempt = 0; ; attempt++) {
    try {
      return await variants.fill(asset, options)
    } catch (error) {
      signal.throwIfAborted()
      const pause = isStowageError(error, 'unavailable') ? PAUSES[attempt] : undefined
      if (pause === undefined) {
        onError(error)
        return 'skipped'
      }
      await delay(pause, undefined, { signal })
    }
  }
}
