import type { Analysis, AnalysisIssue, Analyzer } from './analyzer.ts'
import { BoundedReader, BudgetExceeded } from './bounded-reader.ts'
import { type Detection, detect } from './detection/detect.ts'
import { extensionOf } from './file-name.ts'
import { measure } from './formats/measure.ts'
import type { Measures } from './formats/measures.ts'
import { mediaTypeOf, UNKNOWN_TYPE } from './media-types.ts'

/** What one file may cost; what it would cost beyond that is given up, with an issue. */
export interface AnalyzerOptions {
  /** Milliseconds that may be spent on one file. Default 10,000. */
  readonly maxTime?: number
  /** Bytes of one file that may be read in all. Default 16 MiB. */
  readonly maxBytes?: number
}

const MAX_READS = 50_000

/**
 * An analyzer that looks at the bytes in this process. First the type is told (signature, then content,
 * refined by the name), then what its format says about size and length is read from its own headers.
 * Every read goes through a `BoundedReader`. Format libraries are loaded when a file first needs them.
 */
export function createAnalyzer(options: AnalyzerOptions = {}): Analyzer {
  const { maxTime = 10_000, maxBytes = 16 * 1024 * 1024 } = options

  return {
    async analyze(file, { name, signal }) {
      const reader = new BoundedReader(file, { maxTime, maxBytes, maxReads: MAX_READS }, signal)
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
        () => detect(reader, name),
        { mimeType: UNKNOWN_TYPE },
        ['type'],
      )
      const measures = await attempt<Measures>(
        () => measure(reader, detection.mimeType),
        {},
        expectedFacts(detection.mimeType),
      )
      const facts = factsOf(detection, measures, name)
      for (const fact of missingFacts(facts)) {
        if (!issues.some((issue) => issue.fact === fact))
          issues.push({ fact, reason: 'unreadable' })
      }
      return { facts, issues }
    },
  }
}

function factsOf(detection: Detection, measures: Measures, name: string): Analysis['facts'] {
  const mimeType = measures.mimeType ?? detection.mimeType
  const { type, extension } = mediaTypeOf(mimeType)
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

/** What a file of this category has, but could not be told of this one. */
function missingFacts(facts: Analysis['facts']): readonly AnalysisIssue['fact'][] {
  const known = {
    type: true,
    dimensions: facts.width !== null,
    duration: facts.durationSeconds !== null,
  }
  return expectedFacts(facts.mimeType).filter((fact) => !known[fact])
}

function expectedFacts(mimeType: string): readonly AnalysisIssue['fact'][] {
  const { type } = mediaTypeOf(mimeType)
  if (type === 'image') return ['dimensions']
  if (type === 'video') return ['dimensions', 'duration']
  return type === 'audio' ? ['duration'] : []
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
