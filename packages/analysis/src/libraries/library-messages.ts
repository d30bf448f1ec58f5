import type { WhyNotLoaded } from './library-not-loaded.ts'

/** One file for the thread: its first bytes. */
export interface LibraryTask {
  readonly head: Uint8Array
}

/**
 * From the thread: `ready` once, when it takes files; `loaded` when it has loaded the library for a task; then the
 * outcome of the task, or that the library does not exist, or could not be loaded now.
 */
export type FromLibrary =
  | { readonly ready: true }
  | { readonly loaded: true }
  | { readonly mimeType: string | null }
  | { readonly failure: string }
  | { readonly missing: string }
  | { readonly notLoaded: WhyNotLoaded }
