import { isStorableText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Principal } from './api-key.ts'

const MAX_ID = 255

/**
 * A principal as the store keeps it. A whole number or `bigint` as its id becomes its decimal string, because
 * ids of an app's users are often numbers. `invalid_argument` when anything else is not of the documented form.
 */
export function requirePrincipal(principal: unknown): Principal {
  const { kind, id, tenant, permissions, ambient } = Object(principal) as Partial<Principal>
  const text = idOf(id)
  if (text === null) {
    throw invalidArgument(
      'principal',
      `principal.id must be a string of 1 to ${MAX_ID} characters, or a whole number.`,
    )
  }
  if (kind !== 'key' && kind !== 'external') {
    throw invalidArgument('principal', "principal.kind must be 'external' (or 'key' for our keys).")
  }
  if (!isStorableText(tenant) || tenant === '') {
    throw invalidArgument('principal', 'principal.tenant must name the tenant, as a string.')
  }
  if (!Array.isArray(permissions)) {
    throw invalidArgument('principal', 'principal.permissions must be an array of permissions.')
  }
  if (ambient !== undefined && typeof ambient !== 'boolean') {
    throw invalidArgument('principal', 'principal.ambient must be true or false.')
  }
  if (text === id) return principal as Principal
  // Its other members are for the app's `scope` and `authorize`.
  const own = { ...(principal as Principal), kind, id: text, tenant, permissions }
  return ambient === undefined ? own : { ...own, ambient }
}

/** `requirePrincipal`, and `invalid_argument` unless the principal belongs to this tenant. */
export function requireOwnPrincipal(tenant: string, principal: unknown): Principal {
  const own = requirePrincipal(principal)
  if (own.tenant === tenant) return own
  throw invalidArgument('principal', `This principal belongs to another tenant than ${tenant}.`)
}

function idOf(id: unknown): string | null {
  if (typeof id === 'bigint' || Number.isSafeInteger(id)) return String(id)
  return isStorableText(id) && id.length >= 1 && id.length <= MAX_ID ? id : null
}
