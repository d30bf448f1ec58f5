import { crc32, deflateSync } from 'node:zlib'

/** A PNG of one bit a pixel, all black: very few bytes for very many pixels. */
export function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  chunk.set(body, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A GIF of one pixel with this many frames. */
export function longGif(frames: number): Buffer {
  const head = Buffer.from('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\x00\x00\x00\x00\x00', 'latin1')
  const frame = Buffer.from(
    '\x21\xf9\x04\x00\x0a\x00\x00\x00\x2c\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00',
    'latin1',
  )
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from(';')])
}

/** A TIFF of one grey pixel on this many pages. */
export function manyPagedTiff(pages: number): Buffer {
  const entries = [
    [256, 1],
    [257, 1],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 1],
    [279, 1],
  ] as const
  const pageSize = 2 + entries.length * 12 + 4
  const bytes = Buffer.alloc(10 + pages * pageSize)
  bytes.write('II*\0', 'latin1')
  bytes.writeUInt32LE(10, 4)
  bytes.writeUInt8(128, 8)
  for (let page = 0; page < pages; page++) {
    const start = 10 + page * pageSize
    bytes.writeUInt16LE(entries.length, start)
    entries.forEach(([tag, value], index) => {
      const at = start + 2 + index * 12
      bytes.writeUInt16LE(tag, at)
      bytes.writeUInt16LE(4, at + 2)
      bytes.writeUInt32LE(1, at + 4)
      bytes.writeUInt32LE(value, at + 8)
    })
    const next = page + 1 < pages ? start + pageSize : 0
    bytes.writeUInt32LE(next, start + pageSize - 4)
  }
  return bytes
}

/** An SVG whose only text is an entity of a billion letters. */
export function laughingSvg(): Buffer {
  const entities = [...'bcdefghij'].map(
    (name, index) => `<!ENTITY ${name} "${`&${'abcdefghi'[index]};`.repeat(10)}">`,
  )
  return Buffer.from(
    `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "hahahahaha">${entities.join('')}]>` +
      '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><text>&j;</text></svg>',
  )
}

/** An SVG that draws a rectangle 10^`depth` times: little to parse, much to draw. */
export function repeatingSvg(depth: number): Buffer {
  const groups = Array.from(
    { length: depth },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  )
  return svg(`<g id="g0"><rect width="1" height="1"/></g>${groups.join('')}`)
}

/** An SVG that takes minutes to draw but does not look it: only its style sheet says what is filtered. */
export function slowSvg(): Buffer {
  const style = '<style>.slow { filter: url(#noise) }</style>'
  const filter = '<filter id="noise"><feTurbulence baseFrequency="0.1" numOctaves="9"/></filter>'
  const shape = '<g id="g0"><rect class="slow" width="100" height="100"/></g>'
  const groups = Array.from(
    { length: 4 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  )
  return svg(`${style}${filter}${shape}${groups.join('')}`)
}

/** An SVG of less than a kilobyte that applies a filter ten thousand times. */
export function noisySvg(): Buffer {
  const filter = '<filter id="f"><feTurbulence baseFrequency="0.1" numOctaves="9"/></filter>'
  const groups = Array.from(
    { length: 4 },
    (_, level) => `<g id="g${level + 1}">${`<use href="#g${level}"/>`.repeat(10)}</g>`,
  )
  return svg(`${filter}<rect id="g0" width="100" height="100" filter="url(#f)"/>${groups.join('')}`)
}

/** An SVG of 100 × 100 pixels with this inside. */
export function svg(inside: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${inside}</svg>`,
  )
}

/** The file with one to eight bytes changed, or a piece taken out, or its end cut off. */
export function mutated(file: Uint8Array, random: () => number): Buffer {
  const bytes = Buffer.from(file)
  const place = (): number => Math.floor(random() * bytes.length)
  const kind = random()
  if (kind < 0.15) return bytes.subarray(0, place())
  if (kind < 0.3) {
    const from = place()
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + 1 + (place() % 64))])
  }
  const changes = 1 + Math.floor(random() * 8)
  for (let change = 0; change < changes; change++) bytes[place()] = Math.floor(random() * 256)
  return bytes
}
