/** What became of the files that were held back, once all were scanned again. */
export interface ScannedStore {
  /** Assets that are `ready` now. */
  readonly accepted: number
  /** Assets that are `failed` now. */
  readonly rejected: number
  /** Assets that the hook still holds back. */
  readonly waiting: number
  /** Assets for which the hook threw 3 times. They stay held back, and `onError` got the errors. */
  readonly unscanned: number
}
