/** What lists by duration are sorted by: what has none counts as shorter than all. */
export const DURATION_KEY = 'coalesce(duration_seconds, -1)'
