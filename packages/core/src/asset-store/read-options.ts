import { invalidArgument } from '../errors/invalid-argument.ts'
import { requireText } from '../errors/require-text.ts'
import type { ReadOptions } from './asset-store.ts'
import { requireOptions } from './call-options.ts'

/** The same options of a method that opens a file; `invalid_argument` when they are not of the documented form. */
export function requireReadOptions<Options extends ReadOptions>(options: Options): Options {
  const { range, variant } = requireOptions(options)
  if (variant !== undefined) requireText('variant', variant)
  if (range === undefined) return options
  const { start, end } = Object(range) as { readonly start: unknown; readonly end: unknown }
  if (typeof start === 'number' && typeof end === 'number') return options
  throw invalidArgument('range', 'range must be { start, end } in bytes, end not included.')
}
