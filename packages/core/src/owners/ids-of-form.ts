import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'

/** More are too many for any call. */
const MOST_IDS = 10_000

/** The ids that a form sent: without what it sends for a field in which nobody put anything. */
export function idsOfForm(ids: unknown): readonly string[] {
  if (ids === null || ids === undefined) return []
  const given = typeof ids === 'string' ? [ids] : givenItems(ids, MOST_IDS)
  if (given === null || !given.every((id) => typeof id === 'string')) {
    throw mustBe(
      'ids',
      'an id, an array of ids, or what a form sent: get or getAll of FormData',
      ids,
    )
  }
  return given.filter((id) => id !== '') as readonly string[]
}
