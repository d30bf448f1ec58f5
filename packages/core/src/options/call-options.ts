import { invalidArgument } from '../errors/invalid-argument.ts'
import { assertKnown, type KnownOptions } from './known-options.ts'

/**
 * The same options; `invalid_argument` unless they are an object with options of this call only, and `signal` is an
 * `AbortSignal` if given.
 */
export function requireOptions<Options extends { readonly signal?: AbortSignal }>(
  call: KnownOptions<Options>,
  options: Options,
): Options {
  if (typeof options !== 'object' || options === null) {
    throw invalidArgument('options', refusalOf(call, options))
  }
  assertKnown(call, options)
  const { signal } = options
  if (signal !== undefined && !isSignal(signal)) {
    throw invalidArgument('signal', 'signal must be an AbortSignal. Pass controller.signal.')
  }
  return options
}

function refusalOf({ names, sample }: KnownOptions<object>, options: unknown): string {
  const wanted = options === undefined ? 'options are missing.' : 'options must be an object.'
  if (sample !== undefined) return `${wanted} Pass ${sample}.`
  if (options !== undefined) return `${wanted} Leave them out for the defaults.`
  return `${wanted} They must be an object with ${[...names].join(', ')}.`
}

/** Checked by its methods, so that a signal of another realm passes. */
function isSignal(signal: unknown): signal is AbortSignal {
  const { aborted, addEventListener } = Object(signal) as Partial<AbortSignal>
  return typeof aborted === 'boolean' && typeof addEventListener === 'function'
}

/** `signal` aborts the call: it rejects with the signal's reason and leaves nothing behind. */
export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal
}
