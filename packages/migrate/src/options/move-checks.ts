import type { StowageError } from '@stowage/core'
import { type Check, having, invalidArgument } from '@stowage/core/internal'

/** A metadata store as an option. */
export const metadataStore: Check = having(
  'records, such as those of postgres({ url }).open()',
  'close',
)

/** A blob store as an option. */
export const blobStore: Check = having(
  'a blob store, such as disk({ directory }) or s3({ bucket, staging })',
  'put',
  'read',
  'delete',
)

/** `invalid_argument` for a metadata store without `transfer`, which moves records. */
export function immovable(argument: 'from' | 'to'): StowageError {
  const direction = argument === 'from' ? 'away from' : 'to'
  return invalidArgument(
    argument,
    `Records cannot be moved ${direction} this database: it has no transfer. ` +
      'Records of sqlite() and postgres() can.',
  )
}
