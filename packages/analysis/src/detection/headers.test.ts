import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { be, join, latin1, le, zeros } from '../testing/bytes.ts'
import { aiff, id3, wav } from '../testing/recordings.ts'

const analyzer = createAnalyzer()

async function factsOf(bytes: Uint8Array, name = 'file') {
  return (await analyzer.analyze(bytesAsFile(bytes), { name })).facts
}

/** A frame of AC-3 at 48 kHz and 32 kbit/s, or of E-AC-3 with as many bytes: 1,536 samples in 128 bytes. */
const ac3 = join('\x0b\x77\0\0\0\x40', zeros(122))
const eac3 = join('\x0b\x77', be(63, 2), '\x3f\x80', zeros(122))

/** A group of numbers as 3D models hold them, which begins as icons do. */
const indices = Buffer.from(new Uint16Array([0, 1, 2, 3, 2, 1, 4, 5, 6, 7, 6, 5, 8, 9, 10]).buffer)

describe('bytes that only look like a format', () => {
  it.each([
    [
      'a spreadsheet of Lotus',
      join('\0\0\x02\0\x06\x04\x06\0\x08\0', zeros(300)),
      'application/vnd.lotus-1-2-3',
    ],
    [
      'a spreadsheet of Quattro',
      join('\0\0\x02\0\x20\x51\x06\0\x08\0', zeros(300)),
      'application/x-quattro-pro',
    ],
    ['a buffer of a 3D model', indices, 'application/octet-stream'],
    ['a font for a Mac', join('\0\0\x01\0\0\0\x0d\x62', zeros(600)), 'application/octet-stream'],
    [
      'an object of LightWave',
      join('FORM', be(300, 4), 'LWO2', zeros(300)),
      'application/octet-stream',
    ],
    [
      'sound of the Amiga',
      join('FORM', be(300, 4), '8SVX', zeros(300)),
      'application/octet-stream',
    ],
    ['a fax of ones', join('\xff\xff\xe4\xd8', zeros(500)), 'application/octet-stream'],
    ['compressed data', join('\x78\x01', '\x03\xfe\0\x9d'.repeat(20)), 'application/octet-stream'],
    [
      'one sync word of AC-3',
      join('\x0b\x77', '\0\xfe\x81'.repeat(40)),
      'application/octet-stream',
    ],
    ['MZ without a program', join('MZ', zeros(100)), 'application/octet-stream'],
    ['BZh without a block', join('BZh9', zeros(100)), 'application/octet-stream'],
    [
      'ID3 with text in place of frames',
      join('ID3\x03\0\0\0\0\0\x0a<html><script>alert(1)</script>', zeros(100)),
      'application/octet-stream',
    ],
    ['ID3 without a version', join('ID3\xff\xff\xff', zeros(100)), 'application/octet-stream'],
    ['a PCX without planes', join('\x0a\x05\x01\x08', zeros(200)), 'application/octet-stream'],
    [
      'a TGA that cannot hold its pixels',
      join(zeros(2), le(2, 1), zeros(9), le(300, 2), le(200, 2), le(24, 1), zeros(100)),
      'application/octet-stream',
    ],
    [
      'a metafile of another size',
      join(le(1, 2), le(9, 2), le(0x300, 2), le(2 ** 31, 4), zeros(100)),
      'application/octet-stream',
    ],
  ])('are not called so: %s', async (_, bytes, mimeType) => {
    for (const name of ['file', 'a.ico', 'a.mp3', 'a.txt']) {
      expect((await factsOf(bytes, name)).mimeType).toBe(mimeType)
    }
  })
})

describe('headers that make sense as a whole', () => {
  it.each([
    [
      'a program of DOS',
      join('MZ', le(100, 2), le(1, 2), zeros(2), le(4, 2), zeros(600)),
      'application/x-msdownload',
    ],
    [
      'a program of Windows',
      join('MZ', zeros(58), le(64, 4), 'PE\0\0', zeros(200)),
      'application/x-msdownload',
    ],
    ['a whole frame of AAC', join('\xff\xf1\x50\x80\x03\xff\xfc', zeros(24)), 'audio/aac'],
    [
      'an old cpio archive',
      join(le(0o070707, 2), zeros(4), le(0o100644, 2), zeros(12), le(6, 2), zeros(4), 'a.txt\0'),
      'application/x-cpio',
    ],
    ['an archive of tar without its mark', oldTar(), 'application/x-tar'],
    ['LZMA', join('\x5d', le(2 ** 23, 4), '\xff'.repeat(8), zeros(100)), 'application/x-lzma'],
    ['a cursor file without a cursor', latin1('\0\0\x02\0\0\0'), 'image/x-cursor'],
    [
      'a stream of H.264',
      join('\0\0\0\x01\x67\x42', zeros(20), '\0\0\0\x01\x68', zeros(20)),
      'video/h264',
    ],
    [
      'a stream of H.265',
      join('\0\0\0\x01\x40\x01', zeros(20).fill(7), '\0\0\0\x01\x42\x01', zeros(20)),
      'video/h265',
    ],
    [
      'a model of 3D Studio',
      join('MM', le(40, 4), le(0x3d3d, 2), le(34, 4), zeros(28)),
      'application/x-3ds',
    ],
  ])('tell %s', async (_, bytes, mimeType) => {
    expect((await factsOf(bytes)).mimeType).toBe(mimeType)
  })

  it.each([
    ['a frame', '\x03\0\0', 'TIT2\0\0\0\0\0\0'],
    ['a frame of small letters', '\x03\0\0', 'Date\0\0\0\0\0\0'],
    ['a frame named as in ID3v2.2', '\x03\0\0', 'TT2\0\0\0\0\0\0\0'],
    ['padding', '\x04\0\0', '\0\0\0\0\0\0\0\0\0\0'],
    ['an extended header', '\x04\0\x40', '\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a'],
  ])('tell an ID3 tag by %s', async (_, version, body) => {
    const tag = join(`ID3${version}\0\0\0\x0a${body}`)
    expect((await factsOf(join(tag, zeros(100)))).mimeType).toBe('audio/mpeg')
  })

  it.each([
    ['AC-3', join(...Array.from({ length: 25 }, () => ac3)), 'audio/ac3', 0.8],
    ['E-AC-3', join(...Array.from({ length: 25 }, () => eac3)), 'audio/eac3', 0.8],
    ['AC-3 after ID3', join(id3(30), ac3, ac3, ac3, ac3, ac3), 'audio/ac3', 0.16],
    ['WAV after ID3', join(id3(30), wav(3)), 'audio/wav', 3],
    ['AIFF after ID3', join(id3(30), aiff(3)), 'audio/aiff', 3],
  ])('tell %s, and its length', async (_, bytes, mimeType, seconds) => {
    const { durationSeconds, ...facts } = await factsOf(bytes)
    expect(facts.mimeType).toBe(mimeType)
    expect(durationSeconds).toBeCloseTo(seconds, 2)
  })
})

/** A header of tar with its checksum alone. */
function oldTar(): Buffer {
  const header = zeros(512)
  header.write('a.txt', 0, 'latin1')
  header.write('0000644\0', 100, 'latin1')
  header.fill(' ', 148, 156)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return join(header, zeros(512))
}
