import { printable } from '../output/printable.ts'
import { quoted } from '../output/quoted.ts'
import { FILTER_OPTIONS } from './filter-options.ts'
import type { FilterOptions } from './filters.ts'

/** Means the same in every shell without quotes. */
const PLAIN = /^[\w@%+:,./=-]+$/

/** Each condition of a command line as it can be typed again: `--tag beach,sun`, `--size '>1MB'`. */
export function filterWords(options: FilterOptions): readonly string[] {
  return FILTER_OPTIONS.flatMap(({ name, flag, isWhole }) => {
    const given = options[name]
    if (given === undefined) return []
    if (typeof given === 'boolean') return [given ? `--${flag}` : `--no-${flag}`]
    const values = typeof given === 'string' ? [given] : isWhole ? given : [given.join(',')]
    return values.map((value) => `--${flag} ${shellWord(value)}`)
  })
}

function shellWord(value: string): string {
  return PLAIN.test(value) ? value : quoted(printable(value))
}
