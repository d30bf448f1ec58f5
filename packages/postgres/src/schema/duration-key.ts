/** The sort key of lists by duration: an asset without one counts as shorter than all others. */
export const DURATION_KEY = 'coalesce(duration_seconds, -1)'
