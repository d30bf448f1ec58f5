import type { Transfer } from '@stowage/core/internal'
import { sourceOf } from './switching-metadata.ts'

/** Stops `from` from recording its changes, so that it takes writes again. See `abandonMigration`. */
export async function stopMigration(from: {
  readonly transfer: Pick<Transfer, 'source'>
}): Promise<void> {
  await sourceOf(from).stop()
}
