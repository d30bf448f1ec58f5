import { mustBe } from '../errors/must-be.ts'
import { isStorableText } from '../errors/require-text.ts'

/** Characters of an id of another system. */
const MAX_LENGTH = 255

/** The same id, when it can be one: 1 to 255 characters without control characters. Else `invalid_argument`. */
export function requireExternalId(value: unknown, argument = 'externalId'): string {
  if (isStorableText(value) && /^\P{Cc}+$/u.test(value) && [...value].length <= MAX_LENGTH) {
    return value
  }
  const wanted = `1 to ${MAX_LENGTH} characters without control characters`
  const shown = typeof value === 'string' && value !== '' ? 'another text' : undefined
  throw mustBe(argument, wanted, value, shown)
}
