import { describe, expect, it } from 'vitest'
import { detect } from '../detection/detect.ts'
import { measure, WALKED_TYPES } from '../formats/measure.ts'
import type { Libraries } from '../libraries/libraries.ts'
import { locationEdits } from '../location/location-edits.ts'
import { BoundedReader } from '../reading/bounded-reader.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import type { ReadableFile } from '../reading/readable-file.ts'
import { readingBudget } from '../reading/reading-budget.ts'
import { costlyFiles } from '../testing/costly.ts'
import { threadTime } from '../testing/cpu-time.ts'
import { MIB } from '../testing/filled.ts'
import { readEmbedded } from './read-embedded.ts'

/** Passes over the bytes of the file; one takes a millisecond of a slow processor. */
const MOST = 20
/** The same for what a file says of itself: nobody reads it twice, and giving up is an answer, too. */
const MOST_WORDS = 40
const TYPES_WITH_WORDS: readonly string[] = [
  ...[
    'image/jpeg',
    'image/png',
    'image/webp',
    'image/heic',
    'image/jxl',
    'image/gif',
    'image/tiff',
  ],
  ...['image/svg+xml', 'image/vnd.adobe.photoshop', 'image/x-canon-cr3', 'video/mp4', 'video/webm'],
  'application/pdf',
]
const TRIES = 10

const files = await costlyFiles()
const measured = Buffer.alloc(MIB, 'pass')
let unit = 0
const budget = readingBudget(MIB, { maxTimeMs: 10_000, maxBytes: 16 * MIB })

/** The library runs in threads of its own. */
const libraries: Libraries = { typeOf: async () => undefined, close: async () => {} }

/** Looks at a file with our own readers only, as a type or as what it is. Resolves with the fetches that it took. */
async function look(bytes: Buffer, mimeType?: string): Promise<number> {
  let fetches = 0
  const file: ReadableFile = {
    size: bytes.length,
    async read({ start, end }) {
      fetches += 1
      return bytes.subarray(start, end)
    },
  }
  const reader = new BoundedReader(file, budget)
  try {
    const type = mimeType ?? (await detect(reader, 'file', libraries)).mimeType
    await measure(reader, type)
  } catch {
    // Nearly all of them are damaged, or cost too much.
  }
  return fetches
}

/** Reads what a file of this type says of itself, and what names a location in it. */
async function readWords(bytes: Buffer, mimeType: string): Promise<void> {
  const file = bytesAsFile(bytes)
  await readEmbedded(new BoundedReader(file, budget), mimeType)
  await locationEdits(file, mimeType)
}

/** Milliseconds of CPU time of this thread. Other work on the machine does not count, nor what collects garbage beside it. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = threadTime()
  await work()
  return threadTime() - before
}

/** One pass over the bytes in plain code. */
function pass(bytes: Buffer): number {
  let hash = 0
  for (let at = 0; at < bytes.length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193)
  return hash
}

/**
 * Whether the work costs no more than it may, at best: code that was never run before is slow for reasons
 * of its own. A pass is timed anew where the work was too slow, as the processor's speed may have changed.
 */
async function isCheap(work: () => unknown, most = MOST): Promise<boolean> {
  for (let run = 0; run < TRIES; run += 1) {
    if (run > 0) unit = await timeOf(() => pass(measured))
    if ((await timeOf(work)) < most * unit) return true
  }
  return false
}

describe('what a file of 1 MiB costs the main thread', () => {
  it.each([...files])('%s', async (_, bytes) => {
    expect(bytes.length).toBeLessThanOrEqual(MIB)
    expect(await isCheap(() => look(bytes))).toBe(true)
    expect(await look(bytes)).toBeLessThanOrEqual(budget.maxFetches ?? 0)
  })

  it.each(WALKED_TYPES)('each, read as %s', async (mimeType) => {
    for (const [name, bytes] of files) {
      expect(await isCheap(() => look(bytes, mimeType)), name).toBe(true)
    }
  })

  it.each(TYPES_WITH_WORDS)('what each says of itself, read as %s', async (mimeType) => {
    for (const [name, bytes] of files) {
      expect(await isCheap(() => readWords(bytes, mimeType), MOST_WORDS), name).toBe(true)
    }
  })
})
