import type { FileFacts } from '@stowage/analysis'
import type { Asset } from '../assets/asset.ts'
import type { NewJob } from '../jobs/job.ts'
import type { Focus } from '../own-data/own-data.ts'
import type { PictureSet } from '../pictures/picture-set.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { Trace } from '../tracing/trace-events.ts'
import type { NewVariants } from './put-variants.ts'
import type { VariantWait } from './variant-wait.ts'

/** The upload that waits for variants, and how long. */
export interface UploadWaiting {
  readonly tenant: string
  readonly caller?: string | null
  readonly focus: Focus | null
  /** The same for all files of an upload. */
  readonly variantWait: VariantWait
  /** The store, or the one that it is imported from, did not have it before: it may be refused. */
  readonly isNew: boolean
  /** What the upload is, where it is traced. */
  readonly trace: Trace | null
  readonly signal: AbortSignal | undefined
}

/** An asset that was, or will be, stored. */
export type VariantsOwner = FileFacts & Pick<Asset, 'id' | 'status'>

/** What a file lacks, and how long to wait for it. */
export interface FillOptions {
  /** Whether variants without a preview are made again by plans that have one. */
  readonly previews: boolean
  readonly signal: AbortSignal | undefined
}

/** What became of one variant. `unneeded`: the file needs none. `null`: there is no asset any more. */
export type Filled = 'made' | 'failed' | 'unneeded' | null

/** Makes variants, with uploads and on demand. */
export interface Variants {
  readonly names: readonly string[]
  readonly sets: readonly PictureSet[]
  /** The set of each size, by the size's name. */
  readonly setOfSize: ReadonlyMap<string, PictureSet>
  /** See `sizeSettings`. */
  readonly sizes: ReadonlyMap<string, string>
  /** Whether the asset has the variant, or can have it on demand. */
  offers(asset: Asset, name: string): boolean
  /** Makes the variants that belong to the upload, decoding the file once. None if it does not wait that long. */
  makeWithUpload(file: StagedFile, facts: FileFacts, options: UploadWaiting): Promise<NewVariants>
  /** Whether jobs make what uploads do not wait for. */
  readonly worksInBackground: boolean
  /** The jobs that make what the uploads of these did not wait for. */
  jobsFor(assets: readonly VariantsOwner[]): readonly NewJob[]
  /**
   * The record with that variant. Makes it if needed: once, however many callers in all processes ask. Stops when no
   * caller waits any more.
   */
  demand(
    asset: Asset,
    name: string,
    signal: AbortSignal | undefined,
    trace?: Trace | null,
  ): Promise<Asset>
  /** The same, for this caller: when pictures wait for each other, the callers of a tenant take turns. */
  as(caller: string): Variants
  /** The record after one more attempt at each variant that was tried and failed. */
  retry(asset: Asset, signal: AbortSignal | undefined): Promise<Asset>
  /**
   * Makes what an upload would have made of the asset now: variants that it lacks, and previews. `null`: there was
   * nothing to try. `unneeded`: the file turned out to need none. What it has stays until a new one takes its place.
   * Rejects with `unavailable` when it cannot be tried now.
   */
  fill(asset: Asset, options: FillOptions): Promise<Filled>
  close(): Promise<void>
}
