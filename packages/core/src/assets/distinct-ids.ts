import { mustBe } from '../arguments/must-be.ts'
import { requireText } from '../arguments/require-text.ts'
import { StowageError } from '../errors/stowage-error.ts'

/**
 * The ids of a bulk call, each once, in the order given. `invalid_argument` when they are not ids, `too_many_ids` when
 * they are more than `limit`.
 */
export function distinctIds(ids: string | readonly string[], limit: number): readonly string[] {
  if (typeof ids !== 'string' && !Array.isArray(ids)) {
    throw mustBe('ids', 'an id, or an array of ids', ids)
  }
  const distinct = typeof ids === 'string' ? [ids] : [...new Set(ids)]
  if (distinct.length > limit) {
    throw new StowageError('too_many_ids', `At most ${limit} ids may be given at once.`, {
      context: { limit },
    })
  }
  for (const id of distinct) requireText('ids', id)
  return distinct
}
