/** Reads the bits in which H.264 and H.265 write their parameters. */
export interface ParameterBits {
  bit(): number
  /** An Exp-Golomb number. */
  number(): number
  skip(count: number): void
}

/** Reads a unit without its emulation prevention bytes; throws at the end (ITU-T H.264, 7.4.1 and 9.1; H.265, 9.2). */
export function parameterBits(unit: Buffer): ParameterBits {
  const bytes = unit.filter((byte, at) => !(byte === 3 && unit[at - 1] === 0 && unit[at - 2] === 0))
  let position = 0

  function bit(): number {
    const byte = bytes[position >> 3]
    if (byte === undefined) throw new RangeError('end of parameters')
    const value = (byte >> (7 - (position & 7))) & 1
    position += 1
    return value
  }
  function number(): number {
    let zeros = 0
    while (bit() === 0) zeros += 1
    let value = 1
    for (; zeros > 0; zeros -= 1) value = value * 2 + bit()
    return value - 1
  }
  function skip(count: number): void {
    for (let left = count; left > 0; left -= 1) bit()
  }
  return { bit, number, skip }
}
