import { StowageError } from './stowage-error.ts'

/** `job_not_found`. */
export function jobNotFound(): StowageError {
  return new StowageError(
    'job_not_found',
    'There is no such job. It may be done: a job that is done is gone.',
  )
}
