import { StowageError } from '../errors/stowage-error.ts'

/** The ids of a bulk call, each once, in the order given. `too_many_ids` when they are more than `limit`. */
export function distinctIds(ids: string | readonly string[], limit: number): readonly string[] {
  const distinct = typeof ids === 'string' ? [ids] : [...new Set(ids)]
  if (distinct.length <= limit) return distinct
  throw new StowageError('too_many_ids', `At most ${limit} ids may be given at once.`, {
    context: { limit },
  })
}
