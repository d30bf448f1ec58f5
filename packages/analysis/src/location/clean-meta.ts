import { type IsoBox, isoBoxes } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { namesLocation } from './blocks/words.ts'
import { cleanItems } from './clean-items.ts'
import type { Edits, Part } from './edits/edits.ts'
import { removeBox } from './remove-box.ts'
import { PLAIN_ITEMS } from './user-data.ts'

/** Boxes of a list of texts, and of the items of a picture. All others become free space. */
const PLAIN: ReadonlySet<string> = new Set([
  ...['hdlr', 'keys', 'ilst', 'ctry', 'lang', 'free', 'skip'],
  ...['pitm', 'iinf', 'iloc', 'iprp', 'iref', 'idat', 'dinf', 'ipro', 'grpl'],
])
const MOST_KEYS = 1024 * 1024

/**
 * A box of metadata: texts, with names of their own (QuickTime) or with known ones (iTunes), and the items of a picture.
 */
export async function cleanMeta(reader: BoundedReader, edits: Edits, meta: IsoBox): Promise<void> {
  // In QuickTime files it has no version and flags.
  const head = await reader.read(meta.start, meta.start + 8)
  const isBare = head.toString('latin1', 4, 8) === 'hdlr'
  const within = { start: meta.start + (isBare ? 0 : 4), end: meta.end }
  let names: readonly string[] | null = null
  let end = within.start
  for await (const box of isoBoxes(reader, within.start, within.end)) {
    end = box.end
    if (!PLAIN.has(box.type)) await removeBox(reader, edits, box)
    if (box.type === 'free' || box.type === 'skip') await edits.zeroUnlessEmpty(reader, box)
    // A list has the names that come before it.
    if (box.type === 'keys') names = await namesOfKeys(reader, box)
    if (box.type === 'ilst') await cleanTexts(reader, edits, box, names)
  }
  await edits.zeroUnlessEmpty(reader, { start: end, end: within.end })
  await cleanItems(reader, edits, within)
}

async function cleanTexts(
  reader: BoundedReader,
  edits: Edits,
  list: Part,
  names: readonly string[] | null,
): Promise<void> {
  let end = list.start
  for await (const item of isoBoxes(reader, list.start, list.end)) {
    end = item.end
    const name = names?.[indexOf(item.type) - 1]
    const isPlain = names === null ? isPlainItem(item.type) : name !== undefined && isPlainKey(name)
    const isPicture = item.type === 'covr'
    if (!isPlain || (!isPicture && (await namesLocation(reader, item)))) {
      await removeBox(reader, edits, item)
    }
  }
  await edits.zeroUnlessEmpty(reader, { start: end, end: list.end })
}

function isPlainItem(type: string): boolean {
  return PLAIN_ITEMS.has(type) || type === '----'
}

/** `xyz` is that of user data. */
const SENSED = /location|gps|geo|latitude|longitude|direction|altitude|xyz$|loci$/i

function isPlainKey(name: string): boolean {
  return !SENSED.test(name)
}

function indexOf(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE(0)
}

/** The names of the items, from 1 (QuickTime File Format, "Metadata Item Keys Atom"). */
async function namesOfKeys(reader: BoundedReader, keys: IsoBox): Promise<readonly string[]> {
  const names: string[] = []
  const bytes = await reader.read(keys.start, Math.min(keys.end, keys.start + MOST_KEYS))
  for (let at = 8; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    if (size < 8) break
    names.push(bytes.toString('utf8', at + 8, at + size))
    at += size
  }
  return names
}
