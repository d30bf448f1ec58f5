import { isBlobKey } from '../../blobs/blob-key.ts'
import { invalidArgument } from '../../errors/invalid-argument.ts'

/** The progress of a verification: everything after `after` is still to be checked. */
export type Place =
  | { readonly phase: 'records' | 'versions' | 'blobs'; readonly after: string | null }
  | { readonly phase: 'staging' }

const RECORD_ID = /^[0-9a-f-]{36}$/

/** A position as text for the caller to keep, such as `records/01900000-0000-7000-8000-000000000000`. */
export function formatCursor(place: Place): string {
  if (place.phase === 'staging') return place.phase
  return place.after === null ? place.phase : `${place.phase}/${place.after}`
}

/** The reverse of `formatCursor`. `invalid_argument` for anything else. */
export function parseCursor(cursor: string): Place {
  const [phase, after = null, ...rest] = cursor.split('/')
  if (rest.length === 0) {
    if (phase === 'staging' && after === null) return { phase }
    if (phase === 'records' && (after === null || RECORD_ID.test(after))) return { phase, after }
    if (phase === 'versions' && (after === null || RECORD_ID.test(after))) return { phase, after }
    if (phase === 'blobs' && (after === null || isBlobKey(after))) return { phase, after }
  }
  throw invalidArgument('cursor', 'cursor must be one that an earlier verify gave.')
}
