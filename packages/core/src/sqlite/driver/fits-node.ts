/**
 * Whether a package with this `engines.node` runs on this version. Checked before native code is loaded: a binding
 * built for another Node may crash the process. Reads the forms that packages with native code use (`20.x || 22.x`,
 * `>=22.13`, `^20.19.0`); an unknown form fits.
 */
export function fitsNode(engines: string | undefined, version: string): boolean {
  if (engines === undefined) return true
  return engines.split('||').some((range) =>
    range
      .trim()
      .split(/\s+/)
      .every((one) => fits(one, version)),
  )
}

function fits(comparator: string, version: string): boolean {
  const match = /^(>=|>|<=|<|\^|~|=)?v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/.exec(comparator)
  if (match === null) return true
  const [, sign = '', ...texts] = match
  const wanted = texts.filter((text) => /^\d+$/.test(text ?? '')).map(Number)
  const order = compare(partsOf(version), wanted)
  switch (sign) {
    case '>=':
      return order >= 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '<':
      return order < 0
    case '^':
      return order >= 0 && partsOf(version)[0] === wanted[0]
    case '~':
      return order >= 0 && compare(partsOf(version), wanted.slice(0, 2)) === 0
    default:
      return order === 0
  }
}

function partsOf(version: string): number[] {
  return version.split('.').map(Number)
}

/** Compares as many parts as `wanted` has: `20.x` means every 20. */
function compare(parts: readonly number[], wanted: readonly number[]): number {
  for (const [index, number] of wanted.entries()) {
    const difference = (parts[index] ?? 0) - number
    if (difference !== 0) return difference
  }
  return 0
}
