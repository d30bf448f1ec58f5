import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

const MAX_PICTURES = 64

/** Sides of the pictures in a macOS icon, by their types; those with `@2x` have twice the pixels of their name. */
const SIDES: ReadonlyMap<string, number> = new Map([
  ...each(12, 'icm#', 'icm4', 'icm8'),
  ...each(16, 'ics#', 'ics4', 'ics8', 'is32', 'icp4', 'ic04'),
  ...each(18, 'icsb'),
  ...each(32, 'ICON', 'ICN#', 'icl4', 'icl8', 'il32', 'icp5', 'ic05', 'ic11'),
  ...each(36, 'icsB'),
  ...each(48, 'ich#', 'ich4', 'ich8', 'ih32', 'icp6', 'SB24'),
  ...each(64, 'ic12'),
  ...each(128, 'it32', 'ic07'),
  ...each(256, 'ic08', 'ic13'),
  ...each(512, 'ic09', 'ic14'),
  ...each(1024, 'ic10'),
])

function each(side: number, ...types: readonly string[]): [string, number][] {
  return types.map((type) => [type, side])
}

/** The largest picture of a macOS icon. */
export async function measureIcns(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  const end = Math.min(head.readUInt32BE(4), reader.size)
  let largest: Measures = {}
  for (let at = 8, pictures = 0; at + 8 <= end && pictures < MAX_PICTURES; pictures += 1) {
    const bytes = await reader.read(at, at + 8)
    const type = bytes.toString('latin1', 0, 4)
    const length = bytes.readUInt32BE(4)
    if (length < 8) break
    const height = SIDES.get(type) ?? 0
    // Only mini icons are not square.
    const width = type.startsWith('icm') ? 16 : height
    if (height > (largest.height ?? 0)) largest = { width, height }
    at += length
  }
  return largest
}
