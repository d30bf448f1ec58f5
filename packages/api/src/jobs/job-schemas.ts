import { MAX_JOB_ATTEMPTS, MAX_PER_PAGE } from '@stowage/core/internal'
import { dateTime, exactly, nullable, ref, text, uri, uuid } from '../openapi/schema-parts.ts'

/** What the kind of a job looks like. */
export const JOB_KIND_SCHEMA: object = { ...text, pattern: '^[a-z][a-z0-9._-]{0,63}$' }
/** What the state of a job can be. */
export const JOB_STATES = ['waiting', 'running', 'dead'] as const

/** The schemas of jobs. */
export const JOB_SCHEMAS: Readonly<Record<'Job' | 'JobCollection', object>> = {
  Job: exactly({
    id: uuid,
    type: { ...text, const: 'jobs' },
    attributes: exactly({
      kind: {
        ...JOB_KIND_SCHEMA,
        description: 'What is done. Kinds of the service itself begin with `stowage.`.',
      },
      state: {
        ...text,
        enum: JOB_STATES,
        description:
          '`dead`: it failed for good, and waits for someone who retries or discards it.',
      },
      priority: { type: 'integer', minimum: -100, maximum: 100, description: 'Higher first.' },
      attempt: { type: 'integer', minimum: 0, description: 'How often it was begun.' },
      max_attempts: { type: 'integer', minimum: 1, maximum: MAX_JOB_ATTEMPTS },
      run_at: { ...dateTime, description: 'It does not run before.' },
      created_at: dateTime,
    }),
  }),
  JobCollection: exactly({
    data: { type: 'array', items: ref('Job') },
    links: exactly({ first: uri, next: nullable(uri) }),
    meta: exactly({
      path: uri,
      per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
    }),
  }),
}
