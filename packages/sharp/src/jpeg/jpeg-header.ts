/** One colour component, and the tables with which it is coded. */
export interface JpegComponent {
  /** Blocks of 8 × 8 in one unit (MCU): 1 or 2, and never more for chroma than for luma. */
  readonly across: number
  readonly down: number
  /** What the DC coefficient is multiplied by. */
  readonly quantizer: number
  readonly dc: HuffmanCodes
  readonly ac: HuffmanCodes
}

/** As a DHT segment gives them: how many codes of each length from 1 to 16, and what they mean, in their order. */
export interface HuffmanCodes {
  readonly counts: Uint8Array
  readonly values: Uint8Array
}

/** What decoding takes, of a JPEG of the kind that cameras make. */
export interface JpegHeader {
  readonly width: number
  readonly height: number
  /** Luma and the two of chroma. */
  readonly components: readonly JpegComponent[]
  /** Units between two restart markers; 0 without these. */
  readonly restartInterval: number
  /** Whether there is anything of what says more: EXIF, XMP, a profile of colours. */
  readonly hasMetadata: boolean
  /** Where the coded data begins. */
  readonly dataAt: number
}

const SOF0 = 0xc0
const SOF1 = 0xc1
const DHT = 0xc4
const SOS = 0xda
const DQT = 0xdb
const DRI = 0xdd
const APP1 = 0xe1
const APP2 = 0xe2
const APP14 = 0xee

/**
 * Reads the segments before the coded data (ITU-T T.81, annex B). `null` for whatever is not sequential,
 * Huffman coded, of 8 bits, in YCbCr and in one scan; throws a `RangeError` when it is cut short.
 */
export function readJpegHeader(content: Uint8Array): JpegHeader | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length)
  const quantizers = new Map<number, number>()
  const codes = new Map<number, HuffmanCodes>()
  let restartInterval = 0
  let hasMetadata = false
  let frame: Buffer | null = null
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    const end = at + 2 + bytes.readUInt16BE(at + 2)
    const segment = bytes.subarray(at + 4, end)
    at = end
    // Any other frame: progressive, lossless, arithmetic.
    if (marker > SOF1 && marker < 0xd0 && marker !== DHT && marker !== 0xc8) return null
    if (marker === SOF0 || marker === SOF1) {
      if (frame !== null) return null
      frame = segment
    } else if (marker === DHT) readCodes(segment, codes)
    else if (marker === DQT) readQuantizers(segment, quantizers)
    else if (marker === APP1 || marker === APP2) hasMetadata = true
    else if (marker === DRI) restartInterval = segment.readUInt16BE(0)
    else if (marker === APP14 && segment.toString('latin1', 0, 5) === 'Adobe') {
      // 1 is YCbCr.
      if (segment.readUInt8(11) !== 1) return null
    } else if (marker === SOS) {
      if (frame === null || frame.readUInt8(0) !== 8) return null
      const components = componentsOf(frame, segment, quantizers, codes)
      if (components === null) return null
      const height = frame.readUInt16BE(1)
      const width = frame.readUInt16BE(3)
      if (width === 0 || height === 0) return null
      return { width, height, components, restartInterval, hasMetadata, dataAt: end }
    }
  }
}

function readCodes(segment: Buffer, codes: Map<number, HuffmanCodes>): void {
  for (let at = 0; at < segment.length; ) {
    const counts = segment.subarray(at + 1, at + 17)
    const count = counts.reduce((sum, each) => sum + each, 0)
    codes.set(segment.readUInt8(at), { counts, values: segment.subarray(at + 17, at + 17 + count) })
    at += 17 + count
  }
}

/** Only those of the DC coefficients, which stand first. */
function readQuantizers(segment: Buffer, quantizers: Map<number, number>): void {
  for (let at = 0; at < segment.length; ) {
    const head = segment.readUInt8(at)
    const isWide = head >> 4 === 1
    quantizers.set(head & 15, isWide ? segment.readUInt16BE(at + 1) : segment.readUInt8(at + 1))
    at += isWide ? 129 : 65
  }
}

function componentsOf(
  frame: Buffer,
  scan: Buffer,
  quantizers: ReadonlyMap<number, number>,
  codes: ReadonlyMap<number, HuffmanCodes>,
): JpegComponent[] | null {
  if (frame.readUInt8(5) !== 3 || scan.readUInt8(0) !== 3) return null
  const components: JpegComponent[] = []
  for (let index = 0; index < 3; index++) {
    const id = frame.readUInt8(6 + index * 3)
    // `R`, `G` and `B` name what they are.
    if (id !== scan.readUInt8(1 + index * 2) || id > 3) return null
    const sampling = frame.readUInt8(7 + index * 3)
    const tables = scan.readUInt8(2 + index * 2)
    const quantizer = quantizers.get(frame.readUInt8(8 + index * 3))
    const dc = codes.get(tables >> 4)
    const ac = codes.get(16 + (tables & 15))
    const [across, down] = [sampling >> 4, sampling & 15]
    if (quantizer === undefined || dc === undefined || ac === undefined) return null
    const luma = components[0] ?? { across: 2, down: 2 }
    if (across < 1 || down < 1 || across > luma.across || down > luma.down) return null
    components.push({ across, down, quantizer, dc, ac })
  }
  return components
}
