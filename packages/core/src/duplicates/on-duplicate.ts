import { requireWord } from '../arguments/require-word.ts'

/**
 * What an upload does with a file whose bytes are stored already: `store` stores them again, `return` returns the
 * existing asset, `refuse` refuses the upload.
 */
export type OnDuplicate = 'store' | 'return' | 'refuse'

/** All of them, the default first. */
export const ON_DUPLICATE: readonly OnDuplicate[] = ['store', 'return', 'refuse']

/** The same word; `invalid_argument` for any other. */
export function requireOnDuplicate(value: unknown): OnDuplicate {
  return requireWord('onDuplicate', ON_DUPLICATE, value)
}

/** Whether it is one of the three words. */
export function isOnDuplicate(value: unknown): value is OnDuplicate {
  return ON_DUPLICATE.some((word) => word === value)
}
