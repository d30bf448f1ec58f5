import { mustBe } from '../arguments/must-be.ts'
import { isStorableText } from '../arguments/require-text.ts'
import { isAtMost } from '../own-data/own-data-text.ts'

/** The most characters of an id that another system gave. */
export const MAX_EXTERNAL_ID = 255

/** What it must be. */
export const EXTERNAL_ID_FORM: string = `the id that another system gave the file: 1 to ${MAX_EXTERNAL_ID} printable characters`

/** Control characters and line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]/u

/**
 * The same text, when it can be an external id: 1 to 255 printable characters, kept exactly as they are. Otherwise
 * `invalid_argument`.
 */
export function requireExternalId(argument: string, value: unknown): string {
  if (isExternalId(value)) return value
  throw mustBe(
    argument,
    EXTERNAL_ID_FORM,
    value,
    typeof value === 'string' ? JSON.stringify(value.slice(0, MAX_EXTERNAL_ID)) : undefined,
  )
}

/** Whether an asset can have this external id. */
export function isExternalId(value: unknown): value is string {
  return (
    isStorableText(value) &&
    value.length >= 1 &&
    isAtMost(value, MAX_EXTERNAL_ID) &&
    !UNPRINTABLE.test(value)
  )
}
