import { StowageError } from '../../errors/stowage-error.ts'

/** Bytes kept free for deletions on a volume of at least ten times that size. */
const RESERVE = 64 * 1024 ** 2

/**
 * The bytes that uploads leave free on a volume of `total` bytes: `keepFree`, else 64 MiB or a tenth, whichever is
 * less.
 */
export function reserveOf(total: number, keepFree: number | undefined): number {
  return keepFree ?? Math.min(RESERVE, Math.floor(total / 10))
}

/** The disk is not full yet, but the remaining room is for deletions. */
export function reserveReached(): StowageError {
  return new StowageError(
    'insufficient_storage',
    'The disk has no room left but what deletions need (`keepFree`). Purge assets, or give it more room.',
  )
}
