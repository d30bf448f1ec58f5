/** What a list can be sorted by. */
export type AssetSortField =
  | 'createdAt'
  | 'updatedAt'
  | 'name'
  | 'size'
  | 'type'
  | 'durationSeconds'
  | 'takenAt'

/**
 * How a list is sorted; with `-` the greatest or newest first. `createdAt` is the order of insertion. `name` sorts as
 * people do: whatever the case and accents, `2` before `10`. An asset without a duration counts as the shortest.
 * `takenAt` is when a photo was taken, as UTC where the file says no offset; without a date it counts as the oldest. Ties
 * are in the order of insertion, the newest first with `-`.
 */
export type AssetSort = AssetSortField | `-${AssetSortField}`
