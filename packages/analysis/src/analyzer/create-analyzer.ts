import { detect } from '../detection/detect.ts'
import type { Detection } from '../detection/detection.ts'
import type { FileCategory, FileFacts } from '../facts/file-facts.ts'
import { extensionOf } from '../facts/file-name.ts'
import type { Measures } from '../facts/measures.ts'
import { mediaTypeOf, UNKNOWN_TYPE } from '../facts/media-types.ts'
import { measure } from '../formats/measure.ts'
import { LibrariesUnavailable } from '../libraries/libraries-unavailable.ts'
import { LibraryNotLoaded } from '../libraries/library-not-loaded.ts'
import { createLibraryPool } from '../libraries/library-pool.ts'
import { assertWorkerBeside } from '../libraries/start-library-worker.ts'
import { BoundedReader, BudgetExceeded } from '../reading/bounded-reader.ts'
import { readingBudget } from '../reading/reading-budget.ts'
import type { AnalysisIssue, Analyzer } from './analyzer.ts'
import { type AnalyzerOptions, withDefaults } from './analyzer-options.ts'
import { readEmbedded } from './read-embedded.ts'

/**
 * An analyzer that reads formats itself, and asks a library for the types of rare ones. It decides the type by
 * signature, then by content, refined by the name. Then it reads size and duration from the headers of that
 * format, and what a picture says of itself, within the limits of `options`.
 *
 * The library runs in at most two threads. A thread starts with the first rare file, has 64 MiB of memory and 1.5 s
 * for a file, and is replaced when a file needs more. Throws a `TypeError` for invalid options.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Required<Analyzer> {
  const { maxTimeMs, maxBytes } = withDefaults(options)
  const libraries = createLibraryPool()

  return {
    async analyze(file, { name, signal }) {
      const reader = new BoundedReader(
        file,
        readingBudget(file.size, { maxTimeMs, maxBytes }),
        signal,
      )
      const issues: AnalysisIssue[] = []

      async function attempt<Value>(
        work: () => Promise<Value>,
        otherwise: Value,
        facts: readonly AnalysisIssue['fact'][],
      ): Promise<Value> {
        try {
          return await within(reader.timeLeft, work(), signal)
        } catch (cause) {
          signal?.throwIfAborted()
          // The fault is not in the file: facts must not go missing silently.
          if (cause instanceof LibrariesUnavailable || cause instanceof LibraryNotLoaded)
            throw cause
          for (const fact of facts) issues.push({ fact, reason: reasonOf(cause) })
          return otherwise
        }
      }

      signal?.throwIfAborted()
      const detection = await attempt<Detection>(
        () => detect(reader, name, libraries),
        { mimeType: UNKNOWN_TYPE },
        ['type'],
      )
      const { mimeType } = detection
      const measures = await attempt<Measures>(
        () => measure(reader, mimeType),
        {},
        FACTS[mediaTypeOf(mimeType).type],
      )
      const embedded = await attempt(() => readEmbedded(reader, mimeType), null, [])
      const facts = Object.assign(factsOf(detection, measures, name), { embedded })
      for (const fact of FACTS[facts.type]) {
        const isMissing =
          fact === 'duration' ? facts.durationSeconds === null : facts.width === null
        const isKnown = issues.some((issue) => issue.fact === fact)
        if (isMissing && !isKnown) issues.push({ fact, reason: 'unreadable' })
      }
      return { facts, issues }
    },
    prepare: async () => assertWorkerBeside(),
    close: () => libraries.close(),
  }
}

/** What a file of each category has besides its type. */
const FACTS: Readonly<Record<FileCategory, readonly AnalysisIssue['fact'][]>> = {
  image: ['dimensions'],
  video: ['dimensions', 'duration'],
  audio: ['duration'],
  document: [],
  archive: [],
  other: [],
}

function factsOf(
  detection: Detection,
  measures: Measures,
  name: string,
): Omit<FileFacts, 'embedded'> {
  const mimeType = measures.mimeType ?? detection.mimeType
  const { type: usual, extension } = mediaTypeOf(mimeType)
  const type = measures.type ?? usual
  const isVisual = type === 'image' || type === 'video'
  const lasts = type === 'audio' || type === 'video'
  const hasSize = isVisual && isCount(measures.width) && isCount(measures.height)
  return {
    type,
    mimeType,
    extension: detection.extension ?? extension ?? extensionOf(name) ?? 'bin',
    charset: detection.charset ?? null,
    width: hasSize ? (measures.width ?? null) : null,
    height: hasSize ? (measures.height ?? null) : null,
    durationSeconds: lasts && isLength(measures.durationSeconds) ? measures.durationSeconds : null,
  }
}

function reasonOf(cause: unknown): AnalysisIssue['reason'] {
  return cause instanceof BudgetExceeded ? cause.reason : 'unreadable'
}

function isCount(value: number | null | undefined): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0
}

function isLength(value: number | null | undefined): value is number {
  return Number.isFinite(value) && Number(value) >= 0
}

/** Abandons work that does not end in time; its next read stops it. */
async function within<Value>(
  milliseconds: number,
  work: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  let onAbort: (() => void) | undefined
  const cut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new BudgetExceeded('time')), Math.max(0, milliseconds))
    onAbort = () => reject(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([work, cut])
  } finally {
    clearTimeout(timer)
    if (onAbort) signal?.removeEventListener('abort', onAbort)
  }
}
