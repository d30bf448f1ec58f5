import { describe, expect, it } from 'vitest'
import { createAnalyzer } from '../analyzer/create-analyzer.ts'
import { bytesAsFile } from '../reading/bytes-as-file.ts'
import { be, chunk, join, zeros } from '../testing/bytes.ts'
import {
  avif,
  bmp,
  gif,
  icon,
  jpeg,
  jpeg2000,
  type Picture,
  png,
  svg,
  tga,
  tiff,
  webp,
} from '../testing/pictures.ts'
import {
  adts,
  aiff,
  avi,
  flac,
  id3,
  mp3,
  mp4,
  musepack,
  opus,
  transportStream,
  wav,
  wavPack,
  webm,
} from '../testing/recordings.ts'
import { SAMPLES } from '../testing/samples.ts'

const landscape = { width: 300, height: 200 }
const sideways = { ...landscape, orientation: 6 }

const huffmanTable = join('\xff\xc4', be(21, 2), zeros(19))
/** Huffman tables, arithmetic conditioning, an extension, a restart interval and a marker without a segment. */
const TABLES = join(
  huffmanTable,
  '\xff\xcc',
  be(4, 2),
  zeros(2),
  '\xff\xc8',
  be(10, 2),
  zeros(8),
  '\xff\xdd',
  be(4, 2),
  zeros(2),
  '\xff\x01',
)
const STRAY = join(huffmanTable, zeros(3), '\xff\xff\xff', huffmanTable, '\xff\0')
const FILL = join(huffmanTable, Buffer.alloc(10_000, 0xff))
/** The pages that are searched begin after the first stray byte. */
const ACROSS = join(huffmanTable, zeros(4096))

/** A JPEG whose first segments are these. */
function jpegAfter(segments: Buffer, picture: Picture = landscape): Buffer {
  return inserted(jpeg(picture), 2, segments)
}

function oddWebp(): Buffer {
  const afterCanvas = 30
  return inserted(webp(sideways), afterCanvas, chunk('ICCP', 'odd'))
}

/** The last page of four, of the same stream, holds a page of an hour. */
function opusOfPages(): Buffer {
  const bytes = opus(4)
  const fake = opus(1, 3600).subarray(-68, -28)
  fake.copy(bytes, bytes.length - fake.length)
  const lacing = 27
  bytes.writeUInt8(4, bytes.length - fake.length + lacing)
  return bytes
}

function inserted(bytes: Buffer, at: number, more: Buffer): Buffer {
  return join(bytes.subarray(0, at), more, bytes.subarray(at))
}

async function sizeOf(bytes: Uint8Array) {
  const { facts } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
  return [facts.mimeType, facts.width, facts.height, facts.durationSeconds]
}

async function lengthOf(bytes: Uint8Array) {
  const { facts } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
  return [
    facts.mimeType,
    facts.durationSeconds === null ? null : Number(facts.durationSeconds.toFixed(3)),
  ]
}

describe('size of pictures', () => {
  it.each([
    ['PNG', png(landscape), 'image/png', 300, 200],
    ['PNG with eXIf', png(sideways), 'image/png', 200, 300],
    ['JPEG', jpeg(landscape), 'image/jpeg', 300, 200],
    ['JPEG with EXIF', jpeg(sideways), 'image/jpeg', 200, 300],
    ['JPEG with tables before its frame', jpegAfter(TABLES), 'image/jpeg', 300, 200],
    ['JPEG with fill and stray bytes before its frame', jpegAfter(STRAY), 'image/jpeg', 300, 200],
    ['JPEG with fill bytes for more than a page', jpegAfter(FILL), 'image/jpeg', 300, 200],
    [
      'JPEG whose EXIF marker lies across two pages',
      jpegAfter(ACROSS, sideways),
      'image/jpeg',
      200,
      300,
    ],
    [
      'JPEG with EXIF that mirrors only',
      jpeg({ ...landscape, orientation: 2 }),
      'image/jpeg',
      300,
      200,
    ],
    ['GIF', gif(landscape), 'image/gif', 300, 200],
    ['BMP', bmp(landscape), 'image/bmp', 300, 200],
    ['WebP', webp(landscape), 'image/webp', 300, 200],
    ['WebP with EXIF', webp(sideways), 'image/webp', 200, 300],
    ['WebP with EXIF after an odd chunk', oddWebp(), 'image/webp', 200, 300],
    ['TIFF', tiff(landscape), 'image/tiff', 300, 200],
    ['TIFF with orientation', tiff(sideways), 'image/tiff', 200, 300],
    ['AVIF', avif(landscape), 'image/avif', 300, 200],
    ['AVIF with irot', avif(landscape, 1), 'image/avif', 200, 300],
    ['AVIF turned by half', avif(landscape, 2), 'image/avif', 300, 200],
    ['an icon, its largest picture', icon(16, 256, 48), 'image/x-icon', 256, 256],
    ['JPEG 2000', jpeg2000(landscape), 'image/jp2', 300, 200],
    ['JPEG 2000 without its header', jpeg2000(landscape, false), 'image/jp2', 300, 200],
    ['an icon of macOS, by a library', SAMPLES.icns ?? zeros(0), 'image/icns', 128, 128],
    ['Targa', tga(landscape), 'image/x-tga', 300, 200],
  ])('finds that of %s', async (_, bytes, mimeType, width, height) => {
    expect(await sizeOf(bytes)).toEqual([mimeType, width, height, null])
  })

  it.each([
    ['width and height', 'width="30" height="20px"', 30, 20],
    ['absolute units', 'width="1in" height="72pt"', 96, 96],
    ['viewBox alone', 'viewBox="0 0 40 10"', 40, 10],
    [
      'percent, which leaves it to viewBox',
      'width="100%" height="100%" viewBox="0,0,40,10"',
      40,
      10,
    ],
    ['one side and the ratio of viewBox', 'width="80" viewBox="0 0 40 10"', 80, 20],
  ])('finds that of SVG by %s', async (_, attributes, width, height) => {
    expect(await sizeOf(svg(attributes))).toEqual(['image/svg+xml', width, height, null])
  })

  it('is null, with an issue, for an SVG that gives none', async () => {
    const analysis = await createAnalyzer().analyze(bytesAsFile(svg('')), { name: 'a.svg' })
    expect(analysis.facts).toMatchObject({ mimeType: 'image/svg+xml', width: null, height: null })
    expect(analysis.issues).toEqual([{ fact: 'dimensions', reason: 'unreadable' }])
  })
})

describe('length of sound', () => {
  it.each([
    ['WAV', wav(3), 'audio/wav', 3],
    [
      'WAV with an odd chunk before its data',
      inserted(wav(3), 36, chunk('note', 'odd')),
      'audio/wav',
      3,
    ],
    ['AIFF', aiff(3), 'audio/aiff', 3],
    [
      'AIFF with an odd chunk before the common one',
      inserted(aiff(3), 12, join('NAME', be(3, 4), 'odd', zeros(1))),
      'audio/aiff',
      3,
    ],
    ['FLAC', flac(3), 'audio/flac', 3],
    ['FLAC after ID3', Buffer.concat([id3(300), flac(3)]), 'audio/flac', 3],
    ['MP3', mp3(100), 'audio/mpeg', 2.612],
    [
      'MP3 after ID3 larger than the head',
      Buffer.concat([id3(40_000), mp3(100)]),
      'audio/mpeg',
      2.612,
    ],
    ['MP3 of changing bit rate without an index', mp3(100, [1, 9, 5]), 'audio/mpeg', 2.612],
    ['AAC', adts(100), 'audio/aac', 2.322],
    ['Opus', opus(4), 'audio/ogg', 4],
    ['Opus whose last page is cut off', opus(4).subarray(0, -1), 'audio/ogg', 3],
    ['Opus recorded from the middle', opus(4, 1000), 'audio/ogg', 4],
    ['Opus without sound', opus(0), 'audio/ogg', 0],
    ['Opus whose last page holds what looks like a page', opusOfPages(), 'audio/ogg', 4],
    ['WavPack', wavPack(3), 'audio/wavpack', 3],
    ['Musepack, by a library', musepack(3), 'audio/x-musepack', 3],
    ['MP4 with sound only', mp4({ seconds: 5 }), 'audio/mp4', 5],
    ['WebM with sound only', webm({ seconds: 5 }), 'audio/webm', 5],
  ])('finds that of %s', async (_, bytes, mimeType, seconds) => {
    expect(await lengthOf(bytes)).toEqual([mimeType, seconds])
  })
})

describe('sound in containers of video', () => {
  it.each([
    ['MP4', mp4({ seconds: 5 }), 'audio/mp4'],
    ['QuickTime', mp4({ brand: 'qt  ', seconds: 5 }), 'video/quicktime'],
    ['a transport stream', transportStream(5), 'video/mp2t'],
  ])('makes %s audio', async (_, bytes, mimeType) => {
    const { facts, issues } = await createAnalyzer().analyze(bytesAsFile(bytes), { name: 'file' })
    expect(facts).toMatchObject({ type: 'audio', mimeType, width: null, durationSeconds: 5 })
    expect(issues).toEqual([])
  })
})

describe('size and length of video', () => {
  const size = [640, 360] as const

  it.each([
    ['MP4', mp4({ size, seconds: 5 }), 'video/mp4', 640, 360, 5],
    ['MP4 held upright', mp4({ size, seconds: 5, isTurned: true }), 'video/mp4', 360, 640, 5],
    ['fragmented MP4', mp4({ size, seconds: 5, isFragmented: true }), 'video/mp4', 640, 360, 5],
    ['QuickTime', mp4({ brand: 'qt  ', size, seconds: 5 }), 'video/quicktime', 640, 360, 5],
    ['3GP', mp4({ brand: '3gp4', size, seconds: 5 }), 'video/3gpp', 640, 360, 5],
    ['WebM', webm({ size, seconds: 5 }), 'video/webm', 640, 360, 5],
    ['WebM recorded live', webm({ size }), 'video/webm', 640, 360, 2.5],
    ['AVI', avi(size, 50, 10), 'video/x-msvideo', 640, 360, 5],
  ])('finds those of %s', async (_, bytes, mimeType, width, height, seconds) => {
    // A fragment holds 25 samples of 40 ticks: one second.
    expect(await sizeOf(bytes)).toEqual([mimeType, width, height, seconds])
  })
})
