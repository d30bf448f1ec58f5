import { Bits } from './bits.ts'

/** The parameter sets and the one slice of a still picture, as NAL units without start codes. */
export interface HevcPicture {
  readonly vps: Buffer
  readonly sps: Buffer
  readonly pps: Buffer
  readonly slice: Buffer
}

/** One channel of a picture: its value at a position. */
export type Channel = (x: number, y: number) => number

const BLOCK = 16
const NAL = { idr: 19, vps: 32, sps: 33, pps: 34 } as const

/**
 * A lossless still in HEVC (H.265), 4:2:0 with 8 bits: every block holds its samples as they are (`pcm_flag`), and the
 * arithmetic coder only announces that. Width and height are multiples of 16, at most 12 blocks in all. Chroma channels
 * are asked for every second position.
 */
export function hevcOf(
  width: number,
  height: number,
  [luma, blue, red]: readonly [Channel, Channel, Channel],
): HevcPicture {
  const slice = new Bits()
    .put(0b10, 2) // first_slice_segment_in_pic_flag, no_output_of_prior_pics_flag
    .golomb(0, 2, 0) // slice_pic_parameter_set_id, slice_type I, slice_qp_delta
    .stop()
  const blocks = (width / BLOCK) * (height / BLOCK)
  for (let block = 0; block < blocks; block++) {
    const x = (block % (width / BLOCK)) * BLOCK
    const y = Math.floor(block / (width / BLOCK)) * BLOCK
    announceSamples(slice, block)
    putSamples(slice, luma, x, y, BLOCK)
    putSamples(slice, blue, x / 2, y / 2, BLOCK / 2)
    putSamples(slice, red, x / 2, y / 2, BLOCK / 2)
  }
  // end_of_slice_segment_flag; the last bit of the flush is the stop bit.
  terminate(slice, 510)
  slice.align()

  return {
    vps: nal(NAL.vps, videoParameters()),
    sps: nal(NAL.sps, sequenceParameters(width, height)),
    pps: nal(NAL.pps, pictureParameters()),
    slice: nal(NAL.idr, slice.bytes()),
  }
}

function putSamples(bits: Bits, channel: Channel, left: number, top: number, side: number): void {
  for (let y = top; y < top + side; y++) {
    for (let x = left; x < left + side; x++) bits.put(channel(x, y), 8)
  }
}

/** Widths of the improbable interval in states 0 … 11 while the range is above 447 (table 9-52). */
const IMPROBABLE = [240, 227, 216, 205, 195, 185, 175, 166, 158, 150, 142, 135]

/**
 * The three decisions before the samples of a block: the slice goes on (not before the first block), `part_mode` is
 * 2N×2N, the probable value in a context that learns it, and `pcm_flag`.
 */
function announceSamples(bits: Bits, block: number): void {
  const range = block === 0 ? 510 : 508
  terminate(bits, range - (IMPROBABLE[block] ?? 0))
  bits.align()
}

/** The terminating decision of the arithmetic coder and its flush (9.3.5.5), with no output before it. */
function terminate(bits: Bits, range: number): void {
  // So far `low` was 0; seven doublings bring the range of 2 back to 256. The first bit is not written.
  const low = (range - 2) << 7
  bits.put((low >> 9) & 0x7f, 7).put(((low >> 7) & 3) | 1, 2)
}

/** profile_tier_level of Main at level 3.1 (7.3.3). */
function putProfile(bits: Bits): Bits {
  return bits.put(1, 8).put(0x60000000, 32).put(0x90, 8).put(0, 40).put(93, 8)
}

function videoParameters(): Buffer {
  const bits = new Bits().put(0b0000_1_1, 6).put(0, 6).put(0, 3).put(1, 1).put(0xffff, 16)
  return putProfile(bits).put(1, 1).golomb(0, 0, 0).put(0, 6).golomb(0).put(0, 2).stop().bytes()
}

function sequenceParameters(width: number, height: number): Buffer {
  return putProfile(new Bits().put(0, 4).put(0, 3).put(1, 1))
    .golomb(0, 1, width, height) // id, 4:2:0
    .put(0, 1) // conformance_window_flag
    .golomb(0, 0, 0) // bit depths of 8, log2_max_pic_order_cnt_lsb of 4
    .put(1, 1)
    .golomb(0, 0, 0) // one picture, in order
    .golomb(1, 0) // coding blocks of 16 and no other
    .golomb(0, 2, 0, 0) // transforms of 4 to 16
    .put(0, 3) // no scaling lists, no asymmetric partitions, no sample adaptive offset
    .put(1, 1) // pcm_enabled_flag
    .put(0x77, 8) // samples of 8 bits
    .golomb(1, 0) // in blocks of 16
    .put(1, 1) // pcm_loop_filter_disabled_flag
    .golomb(0) // no reference pictures
    .put(0, 5) // long-term references, motion vectors, smoothing, VUI, extensions
    .stop()
    .bytes()
}

function pictureParameters(): Buffer {
  return new Bits()
    .golomb(0, 0)
    .put(0, 7) // dependent slices, output flag, extra bits (3), sign hiding, CABAC initialisation
    .golomb(0, 0, 0)
    .put(0, 3) // constrained prediction, transform skip, quantiser changes
    .golomb(0, 0)
    .put(0, 7) // chroma offsets, weights (2), bypass, tiles, wavefronts, filter across slices
    .put(0b101, 3) // deblocking: controlled here, not overridden, off
    .put(0, 2) // scaling lists, list modification
    .golomb(0)
    .put(0, 2) // header extension, extensions
    .stop()
    .bytes()
}

/** Header (7.3.1.2), and the emulation prevention bytes of 7.3.1.1. */
function nal(type: number, payload: Buffer): Buffer {
  const bytes = [type << 1, 1]
  let zeros = 0
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}
