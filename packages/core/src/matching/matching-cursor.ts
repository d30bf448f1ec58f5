import { invalidArgument } from '../errors/invalid-argument.ts'
import { decodeCursor, encodeCursor, shortDigest } from '../finding/opaque-cursor.ts'

/** The progress of a run. */
export interface RunPlace {
  /** The insertion number of the last asset that it checked. */
  readonly seq: number
  /** The last insertion number that it checks. */
  readonly through: number
  readonly done: number
  readonly total: number
  readonly changed: number
}

const VERSION = 1

/** The progress as opaque text. `run` identifies which assets are changed, and how. */
export function runCursorOf(run: string, place: RunPlace): string {
  const { seq, through, done, total, changed } = place
  return encodeCursor([VERSION, shortDigest(run), seq, through, done, total, changed])
}

/** The progress; `invalid_argument` when the text is no cursor, or one of another run. */
export function runPlaceOf(run: string, cursor: unknown): RunPlace {
  const [version, digest, ...numbers] = decodeCursor(cursor)
  const isPlace = numbers.length === 5 && numbers.every((each) => Number.isSafeInteger(each))
  if (version !== VERSION || !isPlace) {
    throw invalidArgument(
      'cursor',
      'cursor must be one that onProgress got. Start anew without it.',
    )
  }
  if (digest !== shortDigest(run)) {
    throw invalidArgument(
      'cursor',
      'cursor is of another run. Keep the filter and the change as they were, or start anew.',
    )
  }
  const [seq = 0, through = 0, done = 0, total = 0, changed = 0] = numbers as readonly number[]
  return { seq, through, done, total, changed }
}
