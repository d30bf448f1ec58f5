import type { BoundedReader } from '../reading/bounded-reader.ts'

/** Bytes before the TIFF stream: some programs write the start of a JPEG segment there. */
export async function prefixOf(reader: BoundedReader, start: number): Promise<number> {
  const isPrefixed = (await reader.read(start, start + 4)).toString('latin1') === 'Exif'
  return isPrefixed ? 6 : 0
}
