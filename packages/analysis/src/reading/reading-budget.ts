import type { ReadingBudget } from './bounded-reader.ts'

/** Reads of an empty file, and one more for each `BYTES_PER_READ` of a larger one. */
const READS = 4096
const BYTES_PER_READ = 128
const MAX_READS = 50_000
/** Fetches from an empty file, and four more for every three pages of a larger one. */
const FETCHES = 64
const BYTES_PER_FETCH = 3072

/**
 * What may be spent on a file of `size` bytes. Reads grow with the size, so that a small file cannot cost the main
 * thread more than its transfer did: 12,288 for 1 MiB, never more than 50,000. A walk from start to end fetches every
 * page once or twice; a walk with more fetches jumps back and forth.
 */
export function readingBudget(
  size: number,
  { maxTimeMs, maxBytes }: Pick<ReadingBudget, 'maxTimeMs' | 'maxBytes'>,
): ReadingBudget {
  return {
    maxTimeMs,
    maxBytes,
    maxReads: Math.min(MAX_READS, READS + Math.floor(size / BYTES_PER_READ)),
    maxFetches: FETCHES + Math.ceil(size / BYTES_PER_FETCH),
  }
}
