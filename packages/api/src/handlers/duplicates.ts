import type { Asset, UploadManyOptions } from '@stowage/core'
import { assetNotFound } from '@stowage/core/ports'
import { assertAuthorized } from '../auth/authorize.ts'
import type { RequestContext } from './request-context.ts'

/**
 * Who may not read all assets must not learn by their bytes which there are: only those count that the same principal
 * uploaded.
 */
export function ownDuplicates({
  authorize,
  principal,
}: RequestContext): Pick<UploadManyOptions, 'duplicatesOf'> {
  if (principal === null) return {}
  const seesAll = authorize === null && principal.permissions.includes('read')
  return seesAll ? {} : { duplicatesOf: { createdBy: principal.id } }
}

/** Even what one has uploaded may be closed to one since. */
export async function assertShown(
  context: RequestContext,
  returned: readonly Asset[],
): Promise<void> {
  for (const asset of returned) {
    await assertAuthorized(context, 'get', asset, () => assetNotFound([asset.id]))
  }
}
