/** One value, or several of which any may hold: 1 … 100. */
export type AnyOf<Value> = Value | readonly Value[]

/** Bounds of a value; all that are given must hold. At least one. A value that an asset does not have is within none. */
export interface Bounds<Value> {
  /** Greater than or equal. */
  readonly gte?: Value
  /** Less than or equal. */
  readonly lte?: Value
  /** Greater than. */
  readonly gt?: Value
  /** Less than. */
  readonly lt?: Value
}

/** Characters of one text of a filter. */
export const MAX_FILTER_TEXT = 255
/** Values that one filter may have. */
export const MAX_FILTER_VALUES = 100
/** Members of `metadata` that one filter may have. */
export const MAX_FILTER_MEMBERS = 64
