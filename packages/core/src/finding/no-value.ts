/** The sort key of an asset without a duration or a date: it comes before all others. */
export const NO_VALUE: number = -Number.MAX_SAFE_INTEGER
