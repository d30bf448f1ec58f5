import { describe, expect, it } from 'vitest'
import { SECRET } from '../../testing/movies.ts'
import { xmpPacket } from '../../testing/photos.ts'
import { cleanXmp } from './clean-xmp.ts'

const LATITUDE = '48.13743'

describe('cleanXmp', () => {
  it.each([
    ['of W3C', `<geo:lat>${LATITUDE}</geo:lat><geo:long>11.57</geo:long>`],
    ['of W3C, together', `<geo:lat_long>${LATITUDE},11.57</geo:lat_long>`],
    ['of GeoRSS', `<georss:point>${LATITUDE} 11.57</georss:point>`],
    ['of what a drone measures', `<drone-dji:LRFTargetLat>${LATITUDE}</drone-dji:LRFTargetLat>`],
    ['of a specimen', `<dwc:verbatimCoordinates>${LATITUDE} N</dwc:verbatimCoordinates>`],
  ])('takes out coordinates %s', (_, element) => {
    const packet = xmpPacket('dc:format="image/jpeg"', element)
    const clean = cleanXmp(packet)
    expect(clean.length).toBe(packet.length)
    expect(clean.includes(LATITUDE)).toBe(false)
    expect(clean.includes('image/jpeg')).toBe(true)
  })

  it('takes out pictures, which may have EXIF data of their own', () => {
    const picture = Buffer.from(SECRET).toString('base64')
    for (const packet of [
      xmpPacket(`GImage:Mime="image/jpeg" GImage:Data="${picture}" dc:format="image/jpeg"`),
      xmpPacket('dc:format="image/jpeg"', `<xmpGImg:image>${picture}</xmpGImg:image>`),
    ]) {
      expect(cleanXmp(packet).includes(picture)).toBe(false)
      expect(cleanXmp(packet).includes('dc:format="image/jpeg"')).toBe(true)
    }
  })

  it('takes out texts that speak of a location, and notes of the maker, and nothing else', () => {
    const title = '<dc:title><rdf:Alt><rdf:li>A pier</rdf:li></rdf:Alt></dc:title>'
    const subject = `<dc:subject><rdf:Bag><rdf:li>GPS ${SECRET}</rdf:li><rdf:li>sea</rdf:li></rdf:Bag></dc:subject>`
    const notes = 'GCamera:HdrPlusMakernote="SEdQU2dwczEy" x:note="at latitude 48.13743"'
    const clean = cleanXmp(xmpPacket(`${notes} dc:rights="A. Miller"`, title + subject))
    for (const gone of [SECRET, LATITUDE, 'SEdQU2dwczEy']) expect(clean.includes(gone)).toBe(false)
    for (const kept of ['A pier', 'sea', 'A. Miller']) expect(clean.includes(kept)).toBe(true)
  })

  it('becomes all blanks when a remark speaks of a location', () => {
    const clean = cleanXmp(xmpPacket('', `<!-- latitude ${LATITUDE} -->`))
    expect(clean.toString().trim()).toBe('')
  })

  it('keeps names that only end like those of coordinates', () => {
    const packet = xmpPacket(
      'crs:Flat="1" x:Salon="2" Iptc4xmpCore:AltTextAccessibility="A pier"',
      '<dc:title><rdf:Alt><rdf:li>Format</rdf:li></rdf:Alt></dc:title>',
    )
    expect(cleanXmp(packet)).toEqual(packet)
  })
})
