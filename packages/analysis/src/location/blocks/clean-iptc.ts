import { dataSets } from '../../photo/iptc.ts'

const SPACE = 0x20
/** Content location, city, place in it, province, country (IPTC-IIM 4.2, record 2). */
const LOCATION: ReadonlySet<number> = new Set([26, 27, 90, 92, 95, 100, 101])

/** IPTC-IIM records of the same length that say no location. What follows a damaged data set becomes zeros. */
export function cleanIptc(records: Buffer): Buffer {
  const clean = Buffer.from(records)
  let at = 0
  for (const { record, number, start, end } of dataSets(records)) {
    if (record === 2 && LOCATION.has(number)) clean.fill(SPACE, start, end)
    at = end
  }
  return clean.fill(0, at)
}
