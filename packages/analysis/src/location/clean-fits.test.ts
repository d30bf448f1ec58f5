import { describe, expect, it } from 'vitest'
import { join, latin1, zeros } from '../testing/bytes.ts'
import { cleaned } from '../testing/read-bytes.ts'

function fitsOf(...cards: readonly string[]): Buffer {
  const header = ['SIMPLE  =                    T', 'BITPIX  =                    8', 'NAXIS   = 0']
  const text = [...header, ...cards, 'END'].map((card) => card.padEnd(80)).join('')
  return latin1(text.padEnd(Math.ceil(text.length / 2880) * 2880))
}

describe('a picture of a telescope', () => {
  it.each([
    "SITELAT = '48 08 13'           / latitude of the site",
    'SITELONG=            11.575278',
    'LAT-OBS =             48.13694',
    'OBSGEO-B=             48.13694',
    'HIERARCH ESO TEL GEOLAT = -24.627',
  ])('is refused when it names the place of the observer: %s', async (card) => {
    expect(await cleaned(fitsOf(card), 'image/fits')).toBeNull()
    const second = fitsOf(card).toString('latin1').replace('SIMPLE  ', 'XTENSION')
    expect(await cleaned(join(fitsOf(), second), 'image/fits')).toBeNull()
  })

  it('passes when it names only places in the sky', async () => {
    const bytes = join(
      fitsOf(
        'LONPOLE =                180.0 / [deg] Native longitude of celestial pole',
        'LATPOLE =                  0.0 / [deg] Native latitude of celestial pole',
        'HGLN_OBS=                  0.1',
      ),
      zeros(2880),
    )
    expect(await cleaned(bytes, 'image/fits')).toEqual(bytes)
  })
})
