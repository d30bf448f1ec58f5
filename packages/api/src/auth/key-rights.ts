import type { Permission, Principal } from '@stowage/core'
import { PERMISSIONS } from '@stowage/core/internal'
import type { StoreView } from '@stowage/core/types'
import { apiError } from '../errors/api-error.ts'

type Seen = Pick<StoreView, 'scope'>

/**
 * Throws 403 `forbidden` for a caller who sees only a part of the tenant. Keys belong to the tenant as a whole: a key
 * made by such a caller would reach more than its maker, and a key that it revoked may be somebody else's.
 */
export function assertMayManage(view: Seen): void {
  assertSeesTenant(view, 'Keys')
}

/** Throws 403 `forbidden` for a caller who sees only a part of the tenant. `what` belongs to it as a whole. */
export function assertSeesTenant({ scope }: Seen, what: 'Keys' | 'Jobs' | 'Webhooks'): void {
  if (scope === null) return
  throw apiError(
    'forbidden',
    `${what} are managed by callers who see all assets of the tenant, and you see only some of them.`,
  )
}

/** Whether the caller manages webhooks: the service has them, and they tell of no more than the caller may read. */
export function managesWebhooks(
  { permissions }: Pick<Principal, 'permissions'>,
  { scope, webhooks }: Pick<StoreView, 'scope' | 'webhooks'>,
): boolean {
  const mayTell = permissions.includes('manage') && permissions.includes('read')
  return webhooks && mayTell && scope === null
}

/** What the caller may do on the routes of the API, in the order in which keys list permissions. */
export function permissionsOf(
  { permissions }: Pick<Principal, 'permissions'>,
  { scope }: Seen,
): readonly Permission[] {
  const isOpen = (one: Permission) => one !== 'manage' || scope === null
  return PERMISSIONS.filter((one) => permissions.includes(one) && isOpen(one))
}
