/**
 * Throws a `TypeError` unless `options` is an object with no options but these. `call` names the function that takes
 * them.
 */
export function assertOptions(call: string, options: unknown, known: readonly string[]): void {
  const names = known.join(' and ')
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(
      `${call} takes options as an object with ${names}, not ${kindOf(options)}. Leave them out for the defaults.`,
    )
  }
  if ('then' in options) {
    throw new TypeError(`${call} takes options as an object, not a promise. Await it.`)
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new TypeError(`${call} has no option "${unknown}". It has ${names}.`)
  }
}

/** Describes a wrong value without quoting it, since it may hold a secret. */
export function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  return value === null || typeof value === 'number' ? `${value}` : `a ${typeof value}`
}
