/** A small drawing that takes a renderer seconds: noise, drawn again for each of very many references. */
export function costlySvg(number) {
  const levels = Array.from(
    { length: 6 },
    (_, level) => `<g id="l${level + 1}">${`<use href="#l${level}"/>`.repeat(8)}</g>`,
  ).join('')
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><!-- ${number} -->` +
      '<filter id="f"><feTurbulence baseFrequency="0.9" numOctaves="10"/></filter>' +
      `<defs><rect id="l0" width="2000" height="2000" filter="url(#f)"/>${levels}</defs>` +
      '<use href="#l6"/></svg>',
  )
}

/** An Ogg file whose end is full of what looks like the beginning of a page. */
export function craftedOgg() {
  const file = Buffer.alloc(128 * 1024, 'OggS\0\0\0\0\0\0\0', 'latin1')
  const page = Buffer.alloc(58)
  page.write('OggS')
  page.writeUInt8(2, 5)
  page.writeUInt8(1, 26)
  page.writeUInt8(30, 27)
  page.write('\x01vorbis', 28, 'latin1')
  page.writeUInt8(2, 39)
  page.writeUInt32LE(44_100, 40)
  return Buffer.concat([page, file])
}

/** A file of no kind, so long. */
export function plainFile(length) {
  return Buffer.from(Uint8Array.from({ length }, (_, at) => at * 7919 + (at >> 8) * 31))
}

/** A name whose combining marks a normaliser must sort, in UTF-8 not longer than `bytes`. */
export function unsortedMarks(bytes) {
  const each = Math.floor(bytes / 4)
  return `a${'\u0315'.repeat(each)}${'\u0300'.repeat(each)}`
}

export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A drawing of a moderate size, as people make them. */
export function plainSvg(tag) {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1200"><rect width="1600" height="1200" fill="teal"/>` +
      `<circle cx="800" cy="600" r="400" fill="gold"/><text x="100" y="100">${tag}</text></svg>`,
  )
}
