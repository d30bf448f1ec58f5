import { assertOptions, kindOf } from './assert-options.ts'

/** What one file may cost. The analyzer gives up work beyond that and reports an issue. */
export interface AnalyzerOptions {
  /** Milliseconds that may be spent on one file. Default 10,000; 1 to 2,147,483,647. */
  readonly maxTimeMs?: number
  /** Bytes of one file that may be read in all. Default 16 MiB; at least 1. */
  readonly maxBytes?: number
}

/** The default and the maximum of each option. */
const OPTIONS: Readonly<Record<keyof AnalyzerOptions, { normal: number; most: number }>> = {
  // The longest that `setTimeout` can wait.
  maxTimeMs: { normal: 10_000, most: 2 ** 31 - 1 },
  maxBytes: { normal: 16 * 1024 * 1024, most: Number.MAX_SAFE_INTEGER },
}

/** The options with their defaults. Throws a `TypeError` for unknown names and for values out of range. */
export function withDefaults(options: AnalyzerOptions): Required<AnalyzerOptions> {
  assertOptions('createAnalyzer', options, Object.keys(OPTIONS))
  return { maxTimeMs: checked('maxTimeMs', options), maxBytes: checked('maxBytes', options) }
}

function checked(name: keyof AnalyzerOptions, options: AnalyzerOptions): number {
  const { normal, most } = OPTIONS[name]
  const value = options[name] ?? normal
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  throw new TypeError(`${name} must be a whole number from 1 to ${most}, not ${kindOf(value)}.`)
}
