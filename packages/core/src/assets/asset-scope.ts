import { mustBe } from '../arguments/must-be.ts'
import { isStorableText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import type { Asset } from './asset.ts'

const MAX_ID = 255

/** Which assets of a tenant a view of the store reaches. Every member must hold. */
export interface AssetScope {
  /** Only assets with this `createdBy`: an id of 1 … 255 characters. `null`: those that the app itself uploaded. */
  readonly createdBy: string | null
}

/** Whether the asset is within the scope. Without a scope every asset is. */
export function isInScope(
  { createdBy }: Pick<Asset, 'createdBy'>,
  scope: AssetScope | null | undefined,
): boolean {
  return scope == null || scope.createdBy === createdBy
}

/** The same scope; `invalid_argument` when it is not of the documented form, or has unknown members. */
export function requireScope(scope: unknown): AssetScope {
  if (typeof scope !== 'object' || scope === null) {
    throw invalidArgument(
      'scope',
      'A scope must be an object, such as { createdBy: principal.id }.',
    )
  }
  const { createdBy, ...unknown } = scope as Partial<AssetScope>
  const [name] = Object.keys(unknown)
  if (name !== undefined) {
    throw invalidArgument('scope', `A scope has no member \`${name}\`. Use \`createdBy\`.`)
  }
  if (isCreator(createdBy)) return { createdBy }
  throw invalidArgument('scope', `scope.createdBy must be ${CREATOR}.`)
}

const CREATOR = `a string of 1 to ${MAX_ID} characters, or null`

/** The same value; `invalid_argument` unless it can be the `createdBy` of an asset or folder. */
export function requireCreator(argument: string, value: unknown): string | null {
  if (isCreator(value)) return value
  const shown = typeof value === 'string' ? `one of ${value.length}` : undefined
  throw mustBe(argument, CREATOR, value, shown)
}

function isCreator(value: unknown): value is string | null {
  if (value === null) return true
  return isStorableText(value) && value.length >= 1 && value.length <= MAX_ID
}

/**
 * The name under which a database counts the assets with this `createdBy`. The empty string names the counter of all
 * assets of a tenant.
 */
export function creatorPart(createdBy: string | null): string {
  return `by:${createdBy ?? ''}`
}
