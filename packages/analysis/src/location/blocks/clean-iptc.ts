const MARK = 0x1c
const SPACE = 0x20
/** Content location, city, place in it, province, country (IPTC-IIM 4.2, record 2). */
const LOCATION: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101])

/** IPTC-IIM records of the same length that say no location. What follows a damaged data set becomes zeros. */
export function cleanIptc(records: Buffer): Buffer {
  const clean = Buffer.from(records)
  let at = 0
  while (at + 5 <= clean.length && clean[at] === MARK) {
    const length = clean.readUInt16BE(at + 3)
    const end = at + 5 + length
    // Above that, the size of the length follows: longer than any text.
    if (length > 0x7fff || end > clean.length) break
    if (clean[at + 1] === 2 && LOCATION.has(clean.readUInt8(at + 2))) {
      clean.fill(SPACE, at + 5, end)
    }
    at = end
  }
  return clean.fill(0, at)
}
