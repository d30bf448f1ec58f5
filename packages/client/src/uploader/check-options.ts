type Name = 'concurrency' | 'retries' | 'pieceBytes'

/** The least and the most of each number. */
const RANGES: readonly (readonly [Name, number, number])[] = [
  ['concurrency', 1, 16],
  ['retries', 0, 1000],
  ['pieceBytes', 256 * 1024, 1024 ** 4],
]

/** Throws a `TypeError` for an option that cannot be. */
export function checkOptions(
  options: Readonly<Record<Name, number>> & { readonly resumable: unknown },
): void {
  for (const [name, least, most] of RANGES) {
    const value = options[name]
    if (!Number.isInteger(value) || value < least || value > most) {
      throw new TypeError(
        `${name} must be a whole number from ${least} to ${most}. It is ${value}.`,
      )
    }
  }
  if (!['auto', true, false].includes(options.resumable as never)) {
    throw new TypeError("resumable must be 'auto', true or false.")
  }
}
