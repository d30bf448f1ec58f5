import type { CallOptions } from './client-options.ts'

/** What a change takes. */
export interface ChangeOptions extends CallOptions {
  /**
   * The `meta.etag` that the resource had when it was read with `with_meta`. When it has changed since, the call
   * rejects with `precondition_failed`, and nothing changes.
   */
  readonly ifMatch?: string | undefined
}
