import type { Permission, Principal } from '@stowage/core'
import { PERMISSIONS } from '@stowage/core/internal'
import type { StoreView } from '@stowage/core/types'
import { apiError } from '../errors/api-error.ts'

type Seen = Pick<StoreView, 'scope'>

/**
 * Throws 403 `forbidden` for a caller who sees only a part of the tenant. Keys are of the tenant as a whole: one that such
 * a caller made would reach more than its maker, and one that it revoked may be another's.
 */
export function assertMayManage({ scope }: Seen): void {
  if (scope === null) return
  throw apiError(
    'forbidden',
    'Keys are managed by callers who see all assets of the tenant, and you see only some of them.',
  )
}

/** What the caller may do on the routes of the API, in the order in which keys show it. */
export function permissionsOf(
  { permissions }: Pick<Principal, 'permissions'>,
  { scope }: Seen,
): readonly Permission[] {
  const isOpen = (one: Permission) => one !== 'manage' || scope === null
  return PERMISSIONS.filter((one) => permissions.includes(one) && isOpen(one))
}
