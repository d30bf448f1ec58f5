import { StowageError } from './stowage-error.ts'

/** `unavailable`: the tenant takes nothing new. */
export function tenantErased(): StowageError {
  const message =
    'This tenant is being erased and takes nothing new. Try again when that has ended.'
  return new StowageError('unavailable', message)
}

/** `unavailable`: what is deleted here may already be in the other database. */
export function migrationInProgress(): StowageError {
  const message =
    'A tenant cannot be erased while the records move to another database. Erase it there afterwards.'
  return new StowageError('unavailable', message)
}

/** `unavailable`: what is deleted here during the move might reappear in the other database. */
export function erasureInProgress(tenant: string): StowageError {
  const name = JSON.stringify(tenant)
  const message = `The records cannot move while the tenant ${name} is being erased. Erase it again until that has ended, then move.`
  return new StowageError('unavailable', message)
}
