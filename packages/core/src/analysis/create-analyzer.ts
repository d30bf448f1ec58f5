import type { AssetType } from '../model/asset.ts'
import { checkOptions, type OptionChecks } from '../options/check-options.ts'
import { integer } from '../options/checks.ts'
import type { Analysis, AnalysisIssue, Analyzer } from './analyzer.ts'
import { BoundedReader, BudgetExceeded, type ReadableFile } from './bounded-reader.ts'
import { type Detection, detect } from './detection/detect.ts'
import { extensionOf } from './file-name.ts'
import { measure } from './formats/measure.ts'
import type { Measures } from './formats/measures.ts'
import { createLibraries } from './libraries/libraries.ts'
import { mediaTypeOf, UNKNOWN_TYPE } from './media-types.ts'
import { readingBudget } from './reading-budget.ts'

/** What one file may cost; what it would cost beyond that is given up, with an issue. */
export interface AnalyzerOptions {
  /** Milliseconds that may be spent on one file. Default 10,000; 1 to 2,147,483,647. */
  readonly maxTime?: number
  /** Bytes of one file that may be read in all. Default 16 MiB. */
  readonly maxBytes?: number
}

/** An `Analyzer` that needs no more of a file than its size and its bytes. */
export interface FileAnalyzer extends Analyzer {
  analyze(
    file: ReadableFile,
    options: { readonly name: string; readonly signal?: AbortSignal },
  ): Promise<Analysis>
  close(): Promise<void>
}

const OPTIONS: OptionChecks<AnalyzerOptions> = {
  maxTime: integer(1, 2 ** 31 - 1),
  maxBytes: integer(1),
}

/**
 * An analyzer by our own readers. First the type is told (signature, then content, refined by the name), then
 * what its format says about size and length is read from its own headers. Every read goes through a
 * `BoundedReader`. The rare formats that are left to libraries are read in a thread of their own, which is
 * started at the first such file, has 64 MiB of memory and 1.5 s a file, and is replaced when it wants more.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): FileAnalyzer {
  checkOptions<AnalyzerOptions>('createAnalyzer', options, OPTIONS)
  const { maxTime = 10_000, maxBytes = 16 * 1024 * 1024 } = options
  const libraries = createLibraries()

  return {
    async analyze(file, { name, signal }) {
      const reader = new BoundedReader(
        file,
        readingBudget(file.size, { maxTime, maxBytes }),
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
        () => measure(reader, mimeType, libraries),
        {},
        FACTS[mediaTypeOf(mimeType).type],
      )
      const facts = factsOf(detection, measures, name)
      for (const fact of FACTS[facts.type]) {
        const isMissing =
          fact === 'duration' ? facts.durationSeconds === null : facts.width === null
        const isKnown = issues.some((issue) => issue.fact === fact)
        if (isMissing && !isKnown) issues.push({ fact, reason: 'unreadable' })
      }
      return { facts, issues }
    },
    close: () => libraries.close(),
  }
}

/** What a file of each category has beside its type. */
const FACTS: Readonly<Record<AssetType, readonly AnalysisIssue['fact'][]>> = {
  image: ['dimensions'],
  video: ['dimensions', 'duration'],
  audio: ['duration'],
  document: [],
  archive: [],
  other: [],
}

function factsOf(detection: Detection, measures: Measures, name: string): Analysis['facts'] {
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

/** Leaves work behind that does not end in time; its next read ends it. */
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
