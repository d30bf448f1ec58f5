import { StowageError } from '@stowage/core'
import { resolveRange } from '@stowage/core/ports'
import type { ByteRange } from '@stowage/core/types'

/** What an answer to a read states about its body. */
interface AnsweredBody {
  readonly ContentLength?: number | undefined
  readonly ContentRange?: string | undefined
}

/**
 * How many bytes the body of an answer has; `null` when the storage does not say. Refuses a body that is not the
 * requested window: `range_not_satisfiable` when the blob is too short for it, `unavailable` when a gateway sent
 * another window, or the whole blob.
 */
export function answeredLength(
  { ContentLength: length, ContentRange }: AnsweredBody,
  range: ByteRange | undefined,
): number | null {
  if (range === undefined) return length ?? null
  const wanted = range.end - range.start
  if (ContentRange === undefined) {
    if (range.start === 0 && length === wanted) return length
    throw otherWindow()
  }
  // https://www.rfc-editor.org/rfc/rfc9110#field.content-range
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(ContentRange) ?? []
  if (first === undefined || last === undefined || size === undefined) throw otherWindow()
  resolveRange(range, Number(size))
  const same = Number(first) === range.start && Number(last) === range.end - 1
  if (!same || (length !== undefined && length !== wanted)) throw otherWindow()
  return length ?? null
}

function otherWindow(): StowageError {
  return new StowageError(
    'unavailable',
    'The storage did not answer with the range asked for. Use one that supports Range requests.',
  )
}
