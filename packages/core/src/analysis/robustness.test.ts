import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as afterwards } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createAnalyzer } from './create-analyzer.ts'
import { box, element, join, latin1, tiffStream, zeros } from './testing/bytes.ts'
import { compoundFile, officeOpenXml, pdf, zip } from './testing/documents.ts'
import { avif, bmp, gif, icon, jpeg, png, svg, tga, tiff, webp } from './testing/pictures.ts'
import { adts, aiff, avi, flac, id3, mp3, mp4, opus, wav, webm } from './testing/recordings.ts'
import { stagedFile } from './testing/staged.ts'

const picture = { width: 300, height: 200, orientation: 6 }
const size = [640, 360] as const
const samples: Readonly<Record<string, Buffer>> = {
  png: png(picture),
  jpg: jpeg(picture),
  gif: gif(picture),
  bmp: bmp(picture),
  webp: webp(picture),
  tif: tiff(picture),
  avif: avif(picture, 1),
  svg: svg('viewBox="0 0 4 3"'),
  ico: icon(16, 32),
  tga: tga(picture),
  wav: wav(1),
  aif: aiff(1),
  mp3: join(id3(20), mp3(30, [1, 9])),
  aac: adts(30),
  flac: flac(2),
  opus: opus(2),
  mp4: mp4({ size, seconds: 2 }),
  'fragmented.mp4': mp4({ size, seconds: 2, isFragmented: true }),
  webm: webm({ size }),
  avi: avi(size, 50, 10),
  pdf: pdf(),
  docx: officeOpenXml(
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml',
  ),
  odt: zip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
  doc: compoundFile('WordDocument', '1Table'),
  html: latin1('<!doctype html><title>a</title>'),
  json: latin1('{"a":[1,2,{"b":null}]}'),
}

/** Numbers of xorshift32, the same in every run. */
function random(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

function mutated(bytes: Buffer, next: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  const interesting = [0, 1, 0x7f, 0x80, 0xff]
  for (let count = next(8); count >= 0; count -= 1) {
    const at = next(4) === 0 ? next(copy.length) : next(Math.min(copy.length, 256))
    copy[at] = next(2) === 0 ? next(256) : (interesting[next(5)] ?? 0)
  }
  return copy
}

/** Analyses each, and resolves to the longest time one took and the longest the event loop stood still, in ms. */
async function stress(files: Iterable<Buffer>, name: string) {
  const analyzer = createAnalyzer({ maxTime: 1000 })
  await analyzer.analyze(stagedFile(zeros(1)), { name })
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  let slowest = 0
  for (const bytes of files) {
    const started = performance.now()
    const { facts } = await analyzer.analyze(stagedFile(bytes), { name })
    expect(facts.mimeType).toMatch(/^[a-z]+\/[a-z0-9.+-]+$/)
    slowest = Math.max(slowest, performance.now() - started)
  }
  // The last standstill is seen when the monitor's own timer runs again.
  await afterwards(20)
  delay.disable()
  return { slowest, blocked: delay.max / 1e6 }
}

describe('damaged files', () => {
  it.each(Object.entries(samples))('%s cut off anywhere', async (name, bytes) => {
    const next = random(bytes.length)
    const lengths = [0, 1, 2, 3, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096]
    for (let count = 0; count < 50; count += 1) lengths.push(next(bytes.length))
    const { slowest } = await stress(
      lengths.map((length) => bytes.subarray(0, length)),
      `a.${name}`,
    )
    expect(slowest).toBeLessThan(1000)
  })

  it.each(Object.entries(samples))('%s with bytes changed', async (name, bytes) => {
    const next = random(bytes.length + 1)
    const files = Array.from({ length: 300 }, () => mutated(bytes, next))
    const { slowest } = await stress(files, `a.${name}`)
    expect(slowest).toBeLessThan(1000)
  })
})

describe('hostile files', () => {
  const type = box('ftyp', 'isom', zeros(4), 'isom')
  const tinyBox = box('free')
  const selfReference = tiffStream({ 330: 8, 254: 1 })
  const hostile: Readonly<Record<string, Buffer>> = {
    'zero-size boxes': join(type, zeros(1 << 20)),
    'very many tiny boxes': join(type, Buffer.alloc(8_000_000, tinyBox)),
    'a directory that refers to itself': selfReference,
    'very many empty JPEG segments': join(
      '\xff\xd8',
      Buffer.alloc(8_000_000, latin1('\xff\xe2\0\x02')),
    ),
    'JPEG fill bytes only': join('\xff\xd8', Buffer.alloc(4_000_000, 0xff)),
    'MP3 sync words only': Buffer.alloc(4_000_000, latin1('\xff\xfb\x90\0')),
    'void elements only': join(
      element(0x1a45dfa3, element(0x4282, 'webm')),
      '\x18\x53\x80\x67\x01\xff\xff\xff\xff\xff\xff\xff',
      Buffer.alloc(4_000_000, latin1('\xec\x80')),
    ),
    'Ogg pages without content': Buffer.alloc(4_000_000, join('OggS\0\x02', zeros(21))),
    'deeply nested JSON': latin1('['.repeat(100_000) + ']'.repeat(100_000)),
    'deeply nested XML': latin1(`<?xml version="1.0"?>${'<a>'.repeat(100_000)}`),
    'an SVG of very many attributes': svg('a="b" '.repeat(200_000)),
    'very many comments': latin1('<!---->'.repeat(200_000)),
    'a zip bomb for a content type list': zip({ '[Content_Types].xml': zeros(50_000_000) }),
    'a zip file of very many entries': join(
      'PK\x03\x04',
      Buffer.alloc(4_000_000, join('PK\x01\x02', zeros(42))),
    ),
    'a header full of comments': latin1(`P5 ${'# '.repeat(5000)}`),
  }

  it.each(Object.entries(hostile))('%s', async (_, bytes) => {
    const { slowest, blocked } = await stress([bytes], 'file')
    expect(slowest).toBeLessThan(1000)
    expect(blocked).toBeLessThan(50)
  })
})
