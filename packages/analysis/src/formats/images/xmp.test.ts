import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BoundedReader } from '../../reading/bounded-reader.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { readXmpOrientation } from './xmp.ts'

const MiB = 1024 ** 2

function orientationIn(packet: string | Buffer, isDeflated = false): Promise<number | undefined> {
  const bytes = Buffer.from(packet)
  const budget = { maxTime: 1000, maxBytes: 2 * bytes.length, maxReads: 100 }
  const reader = new BoundedReader(bytesAsFile(bytes), budget)
  return readXmpOrientation(reader, { start: 0, end: bytes.length, isDeflated })
}

describe('readXmpOrientation', () => {
  it('reads it as an attribute and as an element', async () => {
    expect(await orientationIn('<rdf:Description tiff:Orientation="6"/>')).toBe(6)
    expect(await orientationIn("<rdf:Description tiff:Orientation = '1' />")).toBe(1)
    expect(await orientationIn('<tiff:Orientation>8</tiff:Orientation>')).toBe(8)
  })

  it('knows none but 1 to 8', async () => {
    for (const value of ['0', '9', '16', '', 'six']) {
      expect(await orientationIn(`<rdf:Description tiff:Orientation="${value}"/>`)).toBe(undefined)
    }
    expect(await orientationIn('<rdf:Description/>')).toBe(undefined)
  })

  it('does not look beyond the first MiB', async () => {
    const attribute = 'tiff:Orientation="6"'
    expect(await orientationIn(' '.repeat(MiB - attribute.length) + attribute)).toBe(6)
    expect(await orientationIn(' '.repeat(MiB - attribute.length + 1) + attribute)).toBe(undefined)
  })

  it('inflates what is compressed, unless it is damaged or more than 1 MiB', async () => {
    const attribute = 'tiff:Orientation="6"'
    const large = deflateSync(attribute + ' '.repeat(MiB))
    expect(await orientationIn(deflateSync(attribute), true)).toBe(6)
    expect(await orientationIn(large, true)).toBe(undefined)
    expect(await orientationIn(attribute, true)).toBe(undefined)
  })
})
