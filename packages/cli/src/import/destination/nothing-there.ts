import { sanitizeFileName } from '@stowage/core/internal'
import type { ImportDestination } from './destination.ts'

/** A store that does not exist yet, for a dry run: it has nothing and takes nothing. */
export const nothingThere: ImportDestination = {
  storedName: sanitizeFileName,
  async *withContents() {},
  async *folders() {},
  makeFolder: refuse,
  store: refuse,
  refusal: () => null,
}

async function refuse(): Promise<never> {
  throw new Error('A dry run stores nothing.')
}
