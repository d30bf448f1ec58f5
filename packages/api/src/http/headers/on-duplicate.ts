import { isOnDuplicate } from '@stowage/core/internal'
import type { OnDuplicate } from '@stowage/core/types'
import { apiError } from '../../errors/api-error.ts'

/** The header that says what happens to a file whose bytes are already stored. */
export const ON_DUPLICATE_HEADER = 'Stowage-On-Duplicate'

/**
 * What `Stowage-On-Duplicate` says; `undefined` without the header. Throws 400 `invalid_parameter` for any other word,
 * and for a header that came twice.
 */
export function onDuplicateOf(header: string | undefined): OnDuplicate | undefined {
  if (header === undefined || isOnDuplicate(header)) return header
  throw apiError(
    'invalid_parameter',
    `${ON_DUPLICATE_HEADER} can be \`store\`, \`return\` or \`refuse\`. Send it once.`,
    { source: { header: ON_DUPLICATE_HEADER } },
  )
}
