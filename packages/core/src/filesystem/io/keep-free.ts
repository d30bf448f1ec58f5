import { StowageError } from '../../errors/stowage-error.ts'

/** Bytes that deletions are kept on a volume of at least ten times as many. */
const RESERVE = 64 * 1024 ** 2

/** The bytes that uploads leave free on a volume of `total` bytes: as many as was said, else 64 MiB or a tenth. */
export function reserveOf(total: number, keepFree: number | undefined): number {
  return keepFree ?? Math.min(RESERVE, Math.floor(total / 10))
}

/** The disk is not full yet, but what is left is for deletions. */
export function reserveReached(): StowageError {
  return new StowageError(
    'insufficient_storage',
    'The disk has no room left but what deletions need (`keepFree`). Purge assets, or give it more room.',
  )
}
