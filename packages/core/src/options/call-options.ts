import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, type KnownOptions } from './known-options.ts'

/** The same options; `invalid_argument` unless they are an object with options of this call only. */
export function requireOptions<Options extends object>(
  call: KnownOptions<Options>,
  options: Options,
): Options {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument('options', refusalOf(call, options))
  }
  assertKnown(call, options)
  return options
}

function refusalOf({ rules, sample }: KnownOptions<object>, options: unknown): string {
  const wanted = options === undefined ? 'options are missing.' : 'options must be an object.'
  if (sample !== undefined) return `${wanted} Pass ${sample}.`
  if (options !== undefined) return `${wanted} Leave them out for the defaults.`
  return `${wanted} They must be an object with ${[...rules.keys()].join(', ')}.`
}

/** `signal` aborts the call: it rejects with the signal's reason and leaves nothing behind. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
}
