/** Decoded pixels, 8 bits a channel, RGB or RGBA, row after row. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
  /** ICC profile of the colours; sRGB without one. */
  readonly icc: Uint8Array | undefined
}

const STRIP_ROWS = 64
const SHORT = 3
const LONG = 4
const UNDEFINED = 7

type Entry = readonly [tag: number, type: number, count: number, value: number]

/**
 * An uncompressed TIFF (TIFF 6.0) around pixels. `pixels` is the part of `bytes` to write the pixels into. A TIFF takes
 * decoded pixels to sharp together with their colour profile.
 */
export function tiffAround({ width, height, channels, icc }: Pixels): {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly pixels: Uint8Array
} {
  const rowBytes = width * channels
  const strips = Math.ceil(height / STRIP_ROWS)
  const entryCount = channels === 4 ? 12 : 11
  const count = entryCount + (icc === undefined ? 0 : 1)

  const bitsAt = 8 + 2 + count * 12 + 4
  const offsetsAt = bitsAt + channels * 2
  const lengthsAt = offsetsAt + strips * 4
  const iccAt = lengthsAt + strips * 4
  const pixelsAt = iccAt + (icc?.length ?? 0)

  const bytes = Buffer.alloc(pixelsAt + rowBytes * height)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(8, 4)
  // Entries are in the order of their tags. With one strip, its numbers are in the entry itself.
  const entries: Entry[] = [
    [256, LONG, 1, width],
    [257, LONG, 1, height],
    [258, SHORT, channels, bitsAt],
    [259, SHORT, 1, 1], // Compression: none
    [262, SHORT, 1, 2], // PhotometricInterpretation: RGB
    [273, LONG, strips, strips === 1 ? pixelsAt : offsetsAt],
    [274, SHORT, 1, 1], // Orientation: as it is
    [277, SHORT, 1, channels],
    [278, LONG, 1, STRIP_ROWS],
    [279, LONG, strips, strips === 1 ? rowBytes * height : lengthsAt],
    [284, SHORT, 1, 1], // PlanarConfiguration: chunky
  ]
  if (channels === 4) entries.push([338, SHORT, 1, 2]) // ExtraSamples: unassociated alpha
  if (icc !== undefined) entries.push([34675, UNDEFINED, icc.length, iccAt])

  bytes.writeUInt16LE(entries.length, 8)
  entries.forEach(([tag, type, length, value], index) => {
    const at = 10 + index * 12
    bytes.writeUInt16LE(tag, at)
    bytes.writeUInt16LE(type, at + 2)
    bytes.writeUInt32LE(length, at + 4)
    bytes.writeUInt32LE(value, at + 8)
  })
  for (let channel = 0; channel < channels; channel++) bytes.writeUInt16LE(8, bitsAt + channel * 2)
  for (let strip = 0; strip < strips; strip++) {
    const start = strip * STRIP_ROWS
    const rows = Math.min(STRIP_ROWS, height - start)
    bytes.writeUInt32LE(pixelsAt + start * rowBytes, offsetsAt + strip * 4)
    bytes.writeUInt32LE(rows * rowBytes, lengthsAt + strip * 4)
  }
  if (icc !== undefined) bytes.set(icc, iccAt)
  return { bytes, pixels: bytes.subarray(pixelsAt) }
}
