import { fitsKeywords } from '../formats/images/fits.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { CannotClean } from './edits/edits.ts'

/** How programs of telescopes name the place of the observer (FITS 4.0, 8.4.1 and 9.2.3; SBFITSEXT 1.0). */
const OF_OBSERVER =
  /(?:SITE|OBS|TEL|GEO)[-_ ]?(?:GEO)?[-_ ]?(?:LAT|LON)|(?:LAT|LONG?)[-_]?OBS|OBSGEO|^LATITUDE|^LONGITUD|GPS/i

/** A picture of a telescope stays as it is. One that names the place of the observer is refused. */
export async function cleanFits(reader: BoundedReader): Promise<void> {
  for await (const keyword of fitsKeywords(reader)) {
    if (OF_OBSERVER.test(keyword)) throw new CannotClean('it names a location')
  }
}
