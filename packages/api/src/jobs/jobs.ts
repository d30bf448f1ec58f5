import { assertSeesTenant } from '../auth/key-rights.ts'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import type { ApiResponse } from '../message/request.ts'
import { emptyAnswer, jsonAnswer } from '../requests/answer.ts'
import type { RequestContext } from '../requests/request-context.ts'
import { jobsAskedFor } from './job-query.ts'
import { jobCollection } from './job-resource.ts'

/** `GET /jobs` */
export async function listJobs(context: RequestContext): Promise<ApiResponse> {
  const { store, root, query, request } = context
  assertSeesTenant(store.view, 'Jobs')
  const asked = jobsAskedFor(query)
  const page = await store.jobs.list({ ...asked, signal: request.signal })
  return jsonAnswer(200, jobCollection(page, { root, query, size: asked.limit }))
}

/** `POST /jobs/{jobId}/retry`. A job that waits or runs already is left as it is. */
export async function retryJob({ store, id, request }: RequestContext): Promise<ApiResponse> {
  assertSeesTenant(store.view, 'Jobs')
  const { signal } = request
  await store.jobs.get(id, { signal })
  const { blocked } = await store.jobs.retry(id, { signal })
  if (blocked.length > 0) throw apiError('job_exists', detailOf('job_exists'))
  return emptyAnswer()
}

/** `DELETE /jobs/{jobId}` */
export async function discardJob({ store, id, request }: RequestContext): Promise<ApiResponse> {
  assertSeesTenant(store.view, 'Jobs')
  const gone = await store.jobs.discard(id, { signal: request.signal })
  if (gone.length === 0) throw apiError('job_not_found', detailOf('job_not_found'))
  return emptyAnswer()
}
