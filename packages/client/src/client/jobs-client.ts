import type { JobCollection, ListJobsQuery } from '../generated/openapi.ts'
import type { CallOptions } from '../request/client-options.ts'

/** What the service does in the background for one tenant. All calls need the permission `manage`. */
export interface JobsClient {
  /**
   * One page of jobs, the oldest first. Pass the `page[after]` of `links.next` for the next one; a page may be short
   * although others follow.
   */
  list(query?: ListJobsQuery, options?: CallOptions): Promise<JobCollection>
  /** A dead job waits again, with all its attempts. Others stay as they are. `job_not_found`, `job_exists`. */
  retry(id: string, options?: CallOptions): Promise<void>
  /** Deletes a job in any state. `job_not_found`. */
  discard(id: string, options?: CallOptions): Promise<void>
}
