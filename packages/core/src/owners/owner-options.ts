import { mustBe } from '../arguments/must-be.ts'
import { isStorableText } from '../arguments/require-text.ts'
import { requireWord } from '../arguments/require-word.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, knownOptions } from '../options/known-options.ts'
import type { Owner, OwnerField, UnownedFate } from './owner.ts'

const MAX_TEXT = 255
const FATES: readonly UnownedFate[] = ['keep', 'trash', 'purge']
const OWNER = knownOptions<Owner>('An owner', { type: true, id: true }, { noun: 'member' })
const OWNER_FIELD = knownOptions<OwnerField>(
  'An owner',
  { type: true, id: true, field: true },
  { noun: 'member' },
)

/** The same owner; `invalid_argument` when it is not of the documented form. */
export function requireOwner(owner: unknown): Owner {
  const { type, id } = requireObject(owner, '{ type, id }') as Owner
  assertKnown(OWNER, owner as Owner)
  return { type: requirePart('owner.type', type, 1), id: requirePart('owner.id', id, 1) }
}

/** The same field of an owner; `invalid_argument` when it is not of the documented form. */
export function requireOwnerField(owner: unknown): Required<OwnerField> {
  const { type, id, field = '' } = requireObject(owner, '{ type, id, field }') as OwnerField
  assertKnown(OWNER_FIELD, owner as OwnerField)
  return {
    type: requirePart('owner.type', type, 1),
    id: requirePart('owner.id', id, 1),
    field: requirePart('owner.field', field, 0),
  }
}

function requireObject(owner: unknown, form: string): object {
  if (typeof owner === 'object' && owner !== null) return owner
  throw mustBe('owner', `an object ${form}`, owner)
}

function requirePart(argument: string, text: unknown, least: number): string {
  if (isStorableText(text) && text.length >= least && text.length <= MAX_TEXT) return text
  const refusal = mustBe(argument, `a string of ${least} to ${MAX_TEXT} characters`, text)
  // Many databases use numbers as ids.
  if (typeof text !== 'number' && typeof text !== 'bigint') throw refusal
  throw invalidArgument(
    argument,
    `${refusal.message} Pass String(${argument.replace('owner.', '')}).`,
  )
}

/** The same fate of assets without an owner; `invalid_argument` for any other text. */
export function requireFate(fate: unknown): UnownedFate {
  return requireWord('unowned', FATES, fate)
}
