import { type Edit, locationEdits } from '@stowage/analysis'
import { errorName } from '../errors/error-facts.ts'
import { StowageError } from '../errors/stowage-error.ts'
import type { StagedFile } from '../staging/staging.ts'

/**
 * What to change so that a file names no location; `null` when it cannot be cleaned. `unavailable` when there was no
 * time to look at it, which proves nothing about the file.
 */
export async function editsOf(
  file: StagedFile,
  mimeType: string,
  signal: AbortSignal | undefined,
): Promise<readonly Edit[] | null> {
  try {
    return await locationEdits(file, mimeType, signal)
  } catch (cause) {
    if (errorName(cause) !== 'BudgetExceeded') throw cause
    throw new StowageError(
      'unavailable',
      'There was no time to look for the location in the file.',
      {
        cause,
      },
    )
  }
}
