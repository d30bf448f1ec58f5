import type { BoundedReader } from '../reading/bounded-reader.ts'
import { hasWords } from './blocks/words.ts'
import { CannotClean } from './edits/edits.ts'

/** How XMP and other metadata name a location. A drawing may speak of locations and mean none. */
const WORDS =
  /gps(?:lat|lon|alt|info|pos)|latitude|longitude|geo:|location(?:shown|created)|sublocation|(?:photoshop|iptc4xmp\w{0,8}):(?:city|state|country|location)/i

/** A drawing stays as it is. One whose metadata names a location is refused. */
export async function cleanSvg(reader: BoundedReader): Promise<void> {
  if (await hasWords(reader, { start: 0, end: reader.size }, WORDS)) {
    throw new CannotClean('it names a location')
  }
}
