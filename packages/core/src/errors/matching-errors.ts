import { StowageError } from './stowage-error.ts'

/** `count_changed` */
export function countChanged(expected: number, count: number): StowageError {
  return new StowageError(
    'count_changed',
    `${count} assets match, not ${expected} as expected. Count them again, and decide anew.`,
    { context: { expected, count } },
  )
}

/** `too_many_matches` */
export function tooManyMatches(limit: number, count: number): StowageError {
  return new StowageError(
    'too_many_matches',
    `${count} assets match, more than ${limit} that one call may change. Narrow the filter.`,
    { context: { limit, count } },
  )
}
