import type { Route } from '../requests/route.ts'
import { discardJob, listJobs, retryJob } from './jobs.ts'

/** The routes of jobs: work that the service does in the background for the tenant of the caller. */
export const JOB_ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/jobs',
    permission: 'manage',
    query: ['page[size]', 'page[after]', 'filter[kind]', 'filter[state]'],
    operation: {
      id: 'listJobs',
      summary: 'Get all jobs',
      description:
        'What waits, runs or has failed for good, the oldest first. What is done is gone. Never with its payload. Follow ' +
        '`links.next` to the end: a page may be short although others follow.',
      success: { status: 200, description: 'One page of jobs.', content: 'JobCollection' },
      errors: [],
    },
    handle: listJobs,
  },
  {
    method: 'POST',
    path: '/jobs/{jobId}/retry',
    permission: 'manage',
    query: [],
    operation: {
      id: 'retryJob',
      summary: 'Retry job',
      description: 'A dead job waits again, with all its attempts. Others stay as they are.',
      success: { status: 204, description: 'The job waits or runs.', content: null },
      errors: ['job_not_found', 'job_exists', 'insufficient_storage'],
    },
    handle: retryJob,
  },
  {
    method: 'DELETE',
    path: '/jobs/{jobId}',
    permission: 'manage',
    query: [],
    operation: {
      id: 'discardJob',
      summary: 'Discard job',
      description: 'In any state. What a running job still does is not recorded.',
      success: { status: 204, description: 'The job is gone.', content: null },
      errors: ['job_not_found', 'insufficient_storage'],
    },
    handle: discardJob,
  },
]
