import { apiError } from '../errors/api-error.ts'

/** What a JSON text may cost. */
export interface JsonBudget {
  /** Objects, lists, their members and items together. */
  readonly values: number
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })
/** How deep objects and lists may nest: deeper than in any request of this API. */
const MOST_NESTED = 64

const QUOTE = 0x22
const COMMA = 0x2c
const OPEN_LIST = 0x5b
const BACKSLASH = 0x5c
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * The value of a JSON text. The only caller of `JSON.parse` in this package: it counts the values first, because a
 * text of 1 MiB can hold 500,000 lists, which take long to make.
 *
 * Throws 422 `invalid_body` for more values than the budget has, 400 `malformed_request` for too deep nesting, and for
 * anything but valid JSON in UTF-8.
 */
export function parseJson(bytes: Uint8Array, budget: JsonBudget): unknown {
  assertWithinBudget(bytes, budget)
  try {
    return JSON.parse(UTF8.decode(bytes))
  } catch {
    throw apiError(
      'malformed_request',
      'The body is not valid JSON in UTF-8. Correct it and send it again.',
    )
  }
}

/** Counts without validating: invalid JSON is refused afterwards. */
function assertWithinBudget(bytes: Uint8Array, { values }: JsonBudget): void {
  let count = 0
  let nested = 0
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at + 1)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        count += 1
        nested += 1
        if (nested > MOST_NESTED) throw tooDeep()
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        nested -= 1
        break
      case COMMA:
        count += 1
    }
    if (count > values) throw tooManyValues(values)
  }
}

/** The index of the quote that ends the string. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function tooDeep() {
  return apiError(
    'malformed_request',
    `The JSON is nested more than ${MOST_NESTED} deep. Send it flatter.`,
  )
}

function tooManyValues(limit: number) {
  return apiError(
    'invalid_body',
    `The JSON has more than ${limit} members and items. Send fewer at a time.`,
    { source: { pointer: '' }, meta: { limit } },
  )
}
