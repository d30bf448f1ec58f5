import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { be, chunk, join, le, zeros } from '../../testing/bytes.ts'
import { aiff, flac, musepack, wavPack } from '../../testing/recordings.ts'

const long = (value: number, order: 'be' | 'le' = 'be') =>
  order === 'be' ? join(zeros(4), be(value, 4)) : join(le(value, 4), zeros(4))

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

/** Monkey's Audio 3.99: three frames of 73,728 samples at 44.1 kHz, of which the last has 5,000. */
function ape(frames = 3): Buffer {
  const descriptor = join('MAC ', le(3990, 2), zeros(2), le(52, 4), zeros(40))
  const header = join(zeros(4), le(73_728, 4), le(5000, 4), le(frames, 4), zeros(4), le(44_100, 4))
  return join(descriptor, header, zeros(600))
}

/** Monkey's Audio 3.96: frames of four times as many samples. */
function oldApe(): Buffer {
  const head = join('MAC ', le(3960, 2), le(2000, 2), zeros(4), le(44_100, 4), zeros(8))
  return join(head, le(2, 4), le(5000, 4), zeros(600))
}

/** Musepack 7 of 100 frames; the last one has `last` samples where the stream is gapless. */
function oldMusepack(last?: number): Buffer {
  const gapless = last === undefined ? 0 : (2 ** 31 + last * 2 ** 20) >>> 0
  return join('MP+\x07', le(100, 4), zeros(12), le(gapless, 4), zeros(700))
}

/** Of two channels. */
function dsf(seconds: number, bytes = (seconds * 2_822_400) / 4): Buffer {
  const format = join(
    'fmt ',
    long(52, 'le'),
    le(1, 4),
    le(0, 4),
    le(2, 4),
    le(2, 4),
    le(2_822_400, 4),
  )
  return join(
    'DSD ',
    long(28, 'le'),
    zeros(16),
    format,
    le(1, 4),
    long(seconds * 2_822_400, 'le'),
    zeros(8 + bytes),
  )
}

/** DSDIFF of one channel at 64 kHz. */
function dff(...sound: readonly (Buffer | string)[]): Buffer {
  const rate = join('FS  ', long(4), be(64_000, 4))
  const channels = join('CHNL', long(6), be(1, 2), 'C   ')
  const properties = join('SND ', rate, channels)
  return join(
    'FRM8',
    long(9999),
    'DSD ',
    join('PROP', long(properties.length), properties),
    ...sound,
  )
}

function tta(seconds: number): Buffer {
  return join('TTA1\x01\0', le(2, 2), le(16, 2), le(44_100, 4), le(seconds * 44_100, 4), zeros(600))
}

function caf(packetBytes: number, ...rest: readonly Buffer[]): Buffer {
  const description = join(
    double(8000),
    'lpcm',
    zeros(4),
    be(packetBytes, 4),
    be(1, 4),
    be(1, 4),
    be(16, 4),
  )
  return join('caff\0\x01\0\0', 'desc', long(description.length), description, ...rest)
}

/** AIFF-C of µ-law at 8 kHz that holds 600 bytes. */
function compressedAiff(seconds: number): Buffer {
  const rate = join(be(16_383 + 12, 2), be(0xfa00_0000, 4), zeros(4))
  const common = join(be(1, 2), be(seconds * 8000, 4), be(16, 2), rate, 'ulaw', zeros(2))
  const body = join('AIFC', 'COMM', be(common.length, 4), common, 'SSND', be(600, 4), zeros(600))
  return join('FORM', be(body.length, 4), body)
}

/** WAV of GSM 6.10 at 8 kHz that holds 600 bytes. */
function compressedWav(seconds: number): Buffer {
  const format = join(le(0x31, 2), le(1, 2), le(8000, 4), le(1625, 4), le(65, 2), zeros(2))
  const fact = chunk('fact', le(seconds * 8000, 4))
  return chunk('RIFF', 'WAVE', chunk('fmt ', format), fact, chunk('data', zeros(600)))
}

describe('length of recordings that are rare', () => {
  it.each([
    ["Monkey's Audio", ape(), 'audio/ape', (2 * 73_728 + 5000) / 44_100],
    ["old Monkey's Audio", oldApe(), 'audio/ape', (4 * 73_728 + 5000) / 44_100],
    ['Musepack', musepack(3), 'audio/x-musepack', 3],
    ['Musepack 7', oldMusepack(), 'audio/x-musepack', (100 * 1152 - 481) / 44_100],
    ['gapless Musepack 7', oldMusepack(500), 'audio/x-musepack', (99 * 1152 + 500) / 44_100],
    ['compressed AIFF-C', compressedAiff(1), 'audio/aiff', 1],
    ['compressed WAV', compressedWav(1), 'audio/wav', 1],
    ['DSF', dsf(3), 'audio/x-dsf', 3],
    ['DSDIFF', dff('DSD ', long(24_000), zeros(24_000)), 'audio/x-dff', 3],
    ['DSDIFF that is cut off', dff('DSD ', long(24_000), zeros(8000)), 'audio/x-dff', 1],
    ['DSF that is cut off', dsf(3, 705_600), 'audio/x-dsf', 1],
    ['AIFF that is cut off', aiff(3).subarray(0, 16_000), 'audio/aiff', 1],
    [
      'compressed DSDIFF',
      dff('DST ', long(99), 'FRTE', long(6), be(225, 4), be(75, 2), zeros(900)),
      'audio/x-dff',
      3,
    ],
    ['TTA', tta(3), 'audio/x-tta', 3],
    ['CAF', caf(2, join('data', long(16_004)), zeros(16_004)), 'audio/x-caf', 1],
    [
      'CAF in packets',
      caf(0, join('pakt', long(24), long(5), long(24_000), zeros(8))),
      'audio/x-caf',
      3,
    ],
    ['VGM', join('Vgm \0', zeros(19), le(88_200, 4), zeros(64)), 'audio/x-vgm', 2],
    [
      'Y4M',
      join(
        'YUV4MPEG2 W4 H2 F10:1 C420jpeg\n',
        ...Array.from({ length: 20 }, () => join('FRAME\n', zeros(12))),
      ),
      'video/x-yuv4mpeg',
      2,
    ],
  ])('is that of %s', async (_, bytes, mimeType, seconds) => {
    const { facts } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
    expect(facts.mimeType).toBe(mimeType)
    expect(facts.durationSeconds).toBeCloseTo(seconds, 3)
  })

  it.each([
    ["Monkey's Audio", ape(1_000_000)],
    ['TTA', tta(90_000)],
    ['Musepack', join('MP+\x07', le(1_000_000, 4), zeros(100))],
    ['FLAC', flac(90_000)],
    ['WavPack', wavPack(90_000)],
    ['compressed AIFF-C', compressedAiff(90_000)],
    ['compressed WAV', compressedWav(90_000)],
    ['CAF in packets', caf(0, join('pakt', long(24), long(5000), long(24_000), zeros(8)))],
    ['CAF in a packet', caf(0, join('pakt', long(24), long(1), long(2_000_000_000), zeros(8)))],
    ['compressed DSDIFF', dff('DST ', long(99), 'FRTE', long(6), be(9_000, 4), be(75, 2))],
    ['VGM', join('Vgm \0', zeros(19), le(88_200_000, 4), zeros(64))],
  ])('is not believed where the bytes cannot hold it: %s', async (_, bytes) => {
    const { facts, issues } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
    expect(facts).toMatchObject({ type: 'audio', durationSeconds: null })
    expect(issues).toEqual([{ fact: 'duration', reason: 'unreadable' }])
  })
})
