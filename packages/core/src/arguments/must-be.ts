import { invalidArgument } from '../errors/invalid-argument.ts'
import type { StowageError } from '../errors/stowage-error.ts'

/**
 * `invalid_argument` that says what the argument must be, what it is instead, and what to do where that is known:
 * await a promise, call a function. `wanted` reads after "must be". `shown` replaces the kind of the value, for
 * values that hold no secret.
 */
export function mustBe(
  argument: string,
  wanted: string,
  value: unknown,
  shown: string = kindOf(value),
): StowageError {
  return invalidArgument(
    argument,
    value === undefined
      ? `${argument} is missing. It must be ${wanted}.`
      : `${argument} must be ${wanted}, not ${shown}.${remedyFor(argument, value)}`,
  )
}

function remedyFor(argument: string, value: unknown): string {
  if (isThenable(value)) return ` Await it: ${argument} must be what the promise resolves to.`
  if (isAsset(value)) return ' Pass asset.id.'
  if (typeof value === 'function') {
    const call = `${value.name || argument}()`
    return isClass(value) ? ` Make one, as in \`new ${call}\`.` : ` Call it, as in \`${call}\`.`
  }
  return ''
}

function kindOf(value: unknown): string {
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (Array.isArray(value)) return 'an array'
  if (value === '') return 'an empty string'
  if (isClass(value)) return 'a class'
  if (isAsset(value)) return 'an asset'
  if (typeof value === 'object') return isThenable(value) ? 'a promise' : 'an object'
  return `a ${typeof value}`
}

/** Checked by its methods, so that a promise of another realm passes. */
export function isThenable(value: unknown): boolean {
  return typeof (Object(value) as { readonly then?: unknown }).then === 'function'
}

function isClass(value: unknown): boolean {
  return typeof value === 'function' && /^class\b/.test(Function.prototype.toString.call(value))
}

function isAsset(value: unknown): boolean {
  const { id, blobKey } = Object(value) as Readonly<Record<string, unknown>>
  return typeof id === 'string' && typeof blobKey === 'string'
}
