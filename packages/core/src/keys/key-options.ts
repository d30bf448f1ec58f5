import { types } from 'node:util'
import { givenItems } from '../arguments/given-items.ts'
import { isStorableText } from '../arguments/require-text.ts'
import type { Timestamp } from '../assets/asset.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { exceedsMaker } from '../errors/metadata-errors.ts'
import type { StowageError } from '../errors/stowage-error.ts'
import { assertKnown } from '../options/known-options.ts'
import { isAtMost } from '../own-data/own-data-text.ts'
import { CALLS } from '../store/known-options.ts'
import { microsOfText } from '../time/given-time.ts'
import { formatTimestamp } from '../time/timestamp.ts'
import { DEFAULT_PERMISSIONS, PERMISSIONS, type Permission, type Principal } from './api-key.ts'
import type { CreateKeyOptions } from './keys.ts'
import { requireOwnPrincipal } from './require-principal.ts'

/** The most characters of a key's name. */
export const MAX_KEY_NAME = 255
/** The most permissions that a list may have: room for repetitions. */
const MAX_GIVEN = 100

/** The arguments of `keys.create`, checked. */
interface KeyTerms {
  readonly name: string
  readonly permissions: readonly Permission[]
  /** `undefined`: the default. */
  readonly expiresAt: Timestamp | null | undefined
  readonly principal: Principal | null
}

/** Throws `invalid_argument` when something is not of the documented form, `exceeds_maker` for too many permissions. */
export function requireKeyOptions(tenant: string, options: CreateKeyOptions): KeyTerms {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument('options', 'options must be an object with the name of the key.')
  }
  assertKnown(CALLS.createKey, options)
  const name = validName(options.name)
  const principal =
    options.principal === undefined ? null : requireOwnPrincipal(tenant, options.principal)
  return {
    name,
    permissions: permissionsFor(principal, validPermissions(options.permissions)),
    expiresAt: validExpiry(options.expiresAt),
    principal,
  }
}

/**
 * The expiry of a new key whose maker's key expires at `end`; `null`: never. Throws `exceeds_maker` when it would be
 * later.
 */
export function expiryWithin(
  end: Timestamp | null,
  asked: KeyTerms['expiresAt'],
): Timestamp | null {
  if (asked === undefined) return end
  // Timestamps sort as text.
  if (end !== null && (asked === null || asked > end)) throw exceedsMaker('expiresAt')
  return asked
}

function permissionsFor(
  principal: Principal | null,
  asked: readonly Permission[] | undefined,
): readonly Permission[] {
  const own = principal?.permissions ?? PERMISSIONS
  const granted = asked ?? DEFAULT_PERMISSIONS.filter((one) => own.includes(one))
  if (granted.length > 0 && granted.every((one) => own.includes(one))) return granted
  throw exceedsMaker('permissions')
}

function validName(name: string): string {
  if (isStorableText(name) && name.length >= 1 && isAtMost(name, MAX_KEY_NAME)) return name
  throw invalidArgument(
    'name',
    'A key needs a name of 1 to 255 characters: well-formed Unicode without NUL characters.',
  )
}

function validPermissions(
  permissions: CreateKeyOptions['permissions'],
): readonly Permission[] | undefined {
  if (permissions === undefined) return undefined
  const given = givenItems(permissions, MAX_GIVEN) ?? []
  const granted = PERMISSIONS.filter((one) => given.includes(one))
  const known = given.every((one) => granted.some((each) => each === one))
  if (given.length === 0 || given.length > MAX_GIVEN || !known) throw wrongPermissions()
  return granted
}

function wrongPermissions(): StowageError {
  return invalidArgument(
    'permissions',
    `permissions must be an array of one or more of ${PERMISSIONS.join(', ')}.`,
  )
}

function validExpiry(expiresAt: CreateKeyOptions['expiresAt']): Timestamp | null | undefined {
  if (expiresAt === undefined || expiresAt === null) return expiresAt
  const micros = types.isDate(expiresAt)
    ? expiresAt.getTime() * 1000
    : microsOfText(String(expiresAt))
  if (micros >= 0 && micros <= Number.MAX_SAFE_INTEGER) return formatTimestamp(micros)
  throw invalidArgument(
    'expiresAt',
    'expiresAt must be a Date, a day such as 2030-01-31 or a time such as 2030-01-31T09:00:00Z, from 1970 to 2255, or null for never.',
  )
}
