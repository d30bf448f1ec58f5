import type { IsoBox } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import type { Edits } from './edits/edits.ts'

/** The type of zeros, which readers take for the end. */
const NAMELESS = '\0\0\0\0'

/** Makes free space of a box. */
export async function removeBox(reader: BoundedReader, edits: Edits, box: IsoBox): Promise<void> {
  if (box.type === NAMELESS) return edits.zeroUnlessEmpty(reader, box)
  const header = await reader.read(box.start - 16, box.start)
  const isLong = header.length === 16 && header.readUInt32BE(0) === 1 && isSize(header, box)
  const at = box.start - (isLong ? 12 : 4)
  const before = await reader.read(at, at + 4)
  edits.replace(at, before, Buffer.from('free', 'latin1'))
  await edits.zeroUnlessEmpty(reader, box)
}

/** Whether the 16 bytes before the content are the header of a box with a size of 64 bits. */
function isSize(header: Buffer, { type, start, end }: IsoBox): boolean {
  const isNamed = header.toString('latin1', 4, 8) === type
  return isNamed && Number(header.readBigUInt64BE(8)) === end - start + 16
}
