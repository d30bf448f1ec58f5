import type { Measures } from '../../facts/measures.ts'
import type { BoundedReader } from '../../reading/bounded-reader.ts'

/** Size and length from `onMetaData`, else the length by the last tag's time (FLV 10.1, annex E). */
export async function measureFlashVideo(reader: BoundedReader): Promise<Measures> {
  const head = await reader.head()
  return {
    width: metadataNumber(head, 'width') ?? null,
    height: metadataNumber(head, 'height') ?? null,
    durationSeconds: metadataNumber(head, 'duration') || (await lastTime(reader)),
  }
}

/** A number of the AMF0 object: the key after its length in two bytes, type 0, then a double. */
function metadataNumber(head: Buffer, key: string): number | undefined {
  const field = `${String.fromCharCode(0, key.length)}${key}\0`
  const at = head.indexOf(field, 0, 'latin1')
  return at < 0 ? undefined : head.readDoubleBE(at + field.length)
}

async function lastTime(reader: BoundedReader): Promise<number | null> {
  const trailer = await reader.read(Math.max(0, reader.size - 4), reader.size)
  const start = reader.size - 4 - trailer.readUInt32BE(0)
  if (start < 9) return null
  const tag = await reader.read(start, start + 8)
  return (tag.readUInt8(7) * 2 ** 24 + tag.readUIntBE(4, 3)) / 1000
}
