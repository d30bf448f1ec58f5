import type { MadeVariant } from '@stowage/core/ports'
import type { RenderJob } from '../job/recipe.ts'

/** The file descriptor, in a picture process, of the pipe to the app; it carries frames both ways. */
export const PIPE = 3

/** The first message to a picture process. */
export interface ProcessSetup {
  /** The file or URL from which sharp and libheif-js are looked up. */
  readonly requireFrom: string
  /** Source of the thread that decodes HEIC. */
  readonly heifCode: string
  /** Bytes of resident memory over which the process ends itself. */
  readonly memory: number
}

/** A file that the picture process opens itself, for reading. */
export interface PictureFile {
  readonly path: string
  readonly size: number
}

export type ToProcess =
  | { readonly setup: ProcessSetup }
  /** A picture: the body, unless there is a `file`. */
  | { readonly job: RenderJob; readonly file?: PictureFile }

/** A variant whose bytes are in the body, after those of the variants before it. */
export interface SentVariant extends Omit<MadeVariant, 'content'> {
  readonly size: number
}

export type FromProcess =
  /** sharp is loaded; jobs may come. */
  | { readonly ready: true }
  /** sharp cannot be loaded; the text says why. */
  | { readonly broken: string }
  /** The process has read the file, and the work begins. */
  | { readonly read: true }
  /** The process could not read the file and has done nothing. Send the same job again with its bytes. */
  | { readonly unread: true }
  /** The job is done; `memory` is the resident memory of the process now, in bytes. */
  | {
      readonly made: readonly SentVariant[]
      readonly failed: readonly string[]
      readonly memory: number
    }
  /** The job took more memory than it may; the process is ending. */
  | { readonly exhausted: true }
  /** The job took more processor time than it may; the process is ending. */
  | { readonly overtime: true }
  /** The job could not be done, for a reason that is not the picture's. */
  | { readonly unable: string }
