import type { FileFacts } from '@stowage/analysis'
import type { Focus } from '../own-data/own-data.ts'
import type { PicturePreview } from '../pictures/picture-preview.ts'
import type { PictureSet } from '../pictures/picture-set.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { WhenMade } from './when-made.ts'

/** Largest variant in bytes that the store takes: 32 MiB. */
export const VARIANT_LIMIT: number = 32 * 1024 ** 2

/**
 * When a variant is made. `immediately`: with each upload, as the option `variants.when` of the store says. `on-demand`:
 * at the first request for it.
 */
export type VariantTiming = 'immediately' | 'on-demand'

/** A variant that a processor offers. Variants have names; there are no arbitrary sizes. */
export interface VariantPlan {
  /** 1 … 32 of `[a-z0-9_-]`, such as `thumbnail`, or the name of a variant of a set. Part of URLs. */
  readonly name: string
  /** With the upload, or at the first request. */
  readonly timing: VariantTiming
  /** Whether a preview comes with it. A variant without one, made earlier, is then made again by `fillVariants`. */
  readonly preview?: boolean
  /** Whether it shows another part of the picture for another focus: then a change of the focus makes it anew. */
  readonly isCropped?: boolean
  /**
   * What its bytes depend on besides the file, such as its box, format and quality, as any text. URLs of the sizes of a
   * set change with it. Default: nothing.
   */
  readonly settings?: string
}

/** A variant that was just made, in memory: variants are small by definition (at most `VARIANT_LIMIT`). */
export interface MadeVariant {
  /** One of the names asked for. */
  readonly name: string
  /** The bytes, at most `VARIANT_LIMIT`. */
  readonly content: Uint8Array
  /** Media type without parameters. */
  readonly mimeType: string
  /** Lower case, without dot. */
  readonly extension: string
  /** Pixels. */
  readonly width: number
  /** Pixels. */
  readonly height: number
  /** Placeholder and colour of the whole picture, kept with this variant. Default: none. */
  readonly preview?: PicturePreview
}

/** A variant that is a changed copy of the whole file, at most as large. */
export interface CopiedVariant extends Pick<MadeVariant, 'name' | 'mimeType' | 'extension'> {
  readonly content: AsyncIterable<Uint8Array>
  /** Pixels; `null`: unknown. */
  readonly width: number | null
  /** Pixels; `null`: unknown. */
  readonly height: number | null
}

/** The result for one file. A name in no list is not wanted for this file, now or later. */
export interface VariantResult {
  /** The variants that were made. */
  readonly made: readonly MadeVariant[]
  /** The same of whole files. Default: none. */
  readonly copies?: readonly CopiedVariant[]
  /**
   * Names that could not be made: the file cannot be decoded, or is over a limit. The store remembers them, and does
   * not try again unless asked. If the machine may be to blame, reject with `unavailable` instead.
   */
  readonly failed: readonly string[]
}

/** Where the file to make variants of comes from, and what is known of it. */
export interface VariantSource {
  /** The original's bytes. */
  readonly file: StagedFile
  /** What analysis decided about them. */
  readonly facts: FileFacts
  /** What variants that crop the picture keep in view. Default: its centre. */
  readonly focus?: Focus | null
  /** Whose file it is, so that one tenant's files need not hold up another's. */
  readonly tenant: string
  /** Who asks for it: callers of a tenant take turns. Default: the callers without a name share one turn. */
  readonly caller?: string | null
}

/**
 * Makes variants of files. Limits its own time, memory and number of jobs at once.
 */
export interface VariantProcessor {
  /** The variants on offer. Names differ. */
  readonly plans: readonly VariantPlan[]
  /** Sets of pictures for pages. `plans` has the variants of each, on demand. Default: none. */
  readonly sets?: readonly PictureSet[]
  /**
   * Whether variants of files with these facts can be made, or this one, judged by the facts alone. Cheap, synchronous.
   */
  accepts(facts: FileFacts, name?: string): boolean
  /**
   * The plan by which this variant of a file with these facts is made, where files have different ones. Default: that
   * of `plans`.
   */
  planOf?(facts: FileFacts, name: string): VariantPlan | undefined
  /**
   * Makes the named variants, decoding the file once for all of them. A file that cannot be decoded is a
   * result, not an exception.
   *
   * Rejects with `unavailable` when too many jobs wait, or when the attempt proved nothing about the file.
   * Then nothing is remembered, and the next request tries again. The error has a `cause` unless the queue was full.
   * Rejects with the signal's reason when it aborts: no caller waits any more, so the work should end. `when`: with
   * `background` no caller waits, so the work may let other work of the machine go first. Default `request`.
   */
  make(
    source: VariantSource,
    names: readonly string[],
    options?: { readonly signal?: AbortSignal; readonly when?: WhenMade },
  ): Promise<VariantResult>
  /**
   * Called once when a store opens that can be written to. Rejects with `variants_unavailable` when no
   * variant can ever be made here, and says what to do; the store is then not opened.
   */
  prepare?(): Promise<void>
  /** Ends workers and processes. Idempotent. */
  close?(): Promise<void>
}
