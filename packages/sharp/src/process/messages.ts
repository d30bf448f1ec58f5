import type { VariantResult } from '@stowage/core'
import type { RenderJob } from '../picture/recipe.ts'

/** The file descriptor in a picture process from which it reads pictures: messages would copy them twice. */
export const CONTENT_PIPE = 4

/** The first message to a picture process. */
export interface ProcessSetup {
  /** The file or URL from which sharp and libheif-js are looked up. */
  readonly requireFrom: string
  /** Source of the thread that decodes HEIC. */
  readonly heifCode: string
  /** Bytes of resident memory over which the process ends itself. */
  readonly memory: number
}

/** A job; its content, `size` bytes, comes through the pipe of `CONTENT_PIPE`. */
export interface JobHeader extends RenderJob {
  readonly size: number
}

export type ToProcess = { readonly setup: ProcessSetup } | { readonly job: JobHeader }

export type FromProcess =
  /** sharp is loaded; jobs may come. */
  | { readonly ready: true }
  /** sharp cannot be loaded, and why. */
  | { readonly broken: string }
  /** The job is done; `memory` is what the process has resident now, in bytes. */
  | { readonly result: VariantResult; readonly memory: number }
  /** The job took more memory than it may; the process is ending. */
  | { readonly exhausted: true }
