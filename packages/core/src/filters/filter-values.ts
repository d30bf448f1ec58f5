/** One value, or several of which any may hold: 1 … 100. */
export type AnyOf<Value> = Value | readonly Value[]

/** Bounds of a value: at least one, and all given ones must hold. An asset without the value is within no bounds. */
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

/** The most characters of one text of a filter. */
export const MAX_FILTER_TEXT = 255
/** The most values that one filter may have. */
export const MAX_FILTER_VALUES = 100
/** The most members of `metadata` that one filter may have. */
export const MAX_FILTER_MEMBERS = 64
