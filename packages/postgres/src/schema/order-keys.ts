import { NO_VALUE } from '@stowage/core/internal'

/** The sort keys of lists by duration and by date: an asset without a value comes before all others. */
export const DURATION_KEY: string = `coalesce(duration_seconds, ${NO_VALUE})`
export const TAKEN_KEY: string = `coalesce(taken_at, ${NO_VALUE})`
