import { givenItems } from '../arguments/given-items.ts'
import { mustBe } from '../arguments/must-be.ts'
import { isStorableText, requireText } from '../arguments/require-text.ts'
import { invalidArgument } from '../errors/invalid-argument.ts'
import { isStowageError, type StowageError } from '../errors/stowage-error.ts'
import { requireMembers } from '../own-data/own-data-text.ts'
import { MAX_JOB_PAYLOAD } from './job.ts'

const FORM =
  'plain JSON: strings, finite numbers, booleans, nulls, arrays and plain objects of them'
/** Arrays and objects within each other. */
const MAX_DEPTH = 64

/**
 * The payload as its handler gets it. `invalid_argument` for what JSON would lose, such as a Date or a Map, and for more
 * than 64 KiB. Members that are `undefined` are left out, as JSON does.
 */
export function requirePayload(payload: unknown): unknown {
  const kept = readPayload(payload)
  if (Buffer.byteLength(JSON.stringify(kept)) > MAX_JOB_PAYLOAD) throw tooLarge()
  return kept
}

/** A getter or a proxy of the app may throw anything. */
function readPayload(payload: unknown): unknown {
  try {
    return jsonValue('payload', payload, { budget: { left: MAX_JOB_PAYLOAD }, depth: 0 })
  } catch (error) {
    if (isStowageError(error, 'invalid_argument')) throw error
    const message = `payload cannot be read: a getter or a proxy in it threw. It must be ${FORM}.`
    throw invalidArgument('payload', message, error)
  }
}

interface Nesting {
  /** Bytes that the whole payload may still have, roughly: a huge one is refused before it is copied. */
  readonly budget: { left: number }
  readonly depth: number
}

function jsonValue(path: string, value: unknown, { budget, depth }: Nesting): unknown {
  budget.left -= 1 + (typeof value === 'string' ? value.length : 0)
  if (budget.left < 0) throw tooLarge()
  if (value === null || typeof value === 'boolean' || Number.isFinite(value)) return value
  if (typeof value === 'string') return requireText(path, value)
  if (typeof value !== 'object') throw mustBe(path, FORM, value)
  if (depth === MAX_DEPTH) {
    throw invalidArgument('payload', `payload may be nested at most ${MAX_DEPTH} deep. Flatten it.`)
  }
  const inner = { budget, depth: depth + 1 }
  const items = givenItems(value, MAX_JOB_PAYLOAD)
  if (items !== null) return items.map((item, index) => jsonValue(`${path}[${index}]`, item, inner))
  const members = requireMembers(path, value, {
    wanted: FORM,
    max: MAX_JOB_PAYLOAD,
    kind: 'members',
  })
  const kept = members.flatMap(([name, member]) => {
    if (member === undefined) return []
    budget.left -= name.length
    if (!isStorableText(name)) throw mustBe(path, FORM, value, 'one with a name that is no text')
    return [[name, jsonValue(`${path}.${name}`, member, inner)] as const]
  })
  return Object.fromEntries(kept)
}

function tooLarge(): StowageError {
  return invalidArgument(
    'payload',
    `payload may have at most ${MAX_JOB_PAYLOAD} bytes as JSON. Pass ids, and read the records when the job runs.`,
  )
}
