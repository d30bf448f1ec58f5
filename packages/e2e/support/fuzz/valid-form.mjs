// Forms of RFC 7578 in all spellings that it allows, and what a store must keep of each.
import { createHash } from 'node:crypto'
import { LIMITS } from './limits.mjs'

const BOUNDARY = [..."abcXYZ0189'()+_,-./:=?"]
const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/
/** No slash and no control character, which would not be kept. */
const NAME = [...'abcxyz0189-_ ;,=\'()"', 'é', 'ß', '文', '🎉', '%A', '..', "''"]
const NEAR_FRAMING = [
  '\r',
  '\n',
  '\r\n',
  '--',
  '-',
  '\r\n-',
  '\r\n--',
  '\r\r\n',
  '\0',
  'é',
  'text ',
]
const SIZES = [0, 1, 2, 63, 64, 1023, 4096, 65_535, 65_536, 65_537]
const TYPES = [
  'text/plain',
  'application/octet-stream',
  'image/png; q=1',
  'nonsense',
  'a/b;c="d;e"',
]

/** `{ path, boundary, parts, preamble, epilogue }`, a form that must be stored. */
export function validForm(random) {
  const isBulk = random.chance(0.4)
  const boundary = boundaryOf(random)
  const files = Array.from({ length: isBulk ? random.between(1, 6) : 1 }, (_, index) =>
    filePart(random, boundary, isBulk ? random.pick(['files[]', 'files']) : 'file', index),
  )
  const texts = Array.from({ length: random.below(4) }, () => textPart(random, boundary))
  return {
    path: isBulk ? '/assets/bulk-upload' : '/assets',
    boundary,
    parts: mixed(random, files, texts),
    preamble: random.chance(0.1) ? 'to be ignored\r\n' : '',
    epilogue: random.pick(['\r\n', '\r\n', '', '\r\nto be ignored', `\r\n--${boundary}\r\n`]),
  }
}

/** The files of a form as they must be stored, in order. */
export function filesOf({ parts }) {
  return parts.filter(({ file }) => file !== undefined).map(({ file }) => file)
}

export function contentTypeOf(random, { boundary }) {
  const quoted = !TOKEN.test(boundary) || random.chance(0.3)
  const value = quoted ? `"${boundary.replace(/["\\]/g, '\\$&')}"` : boundary
  const type = random.pick(['multipart/form-data', 'Multipart/Form-Data', 'multipart/form-data'])
  return random.pick([
    `${type}; boundary=${value}`,
    `${type};boundary=${value}`,
    `${type}; charset=utf-8; Boundary=${value}`,
  ])
}

export function bytesOf({ boundary, parts, preamble, epilogue }) {
  const pieces = [Buffer.from(preamble)]
  for (const { header, content } of parts) {
    pieces.push(Buffer.from(`--${boundary}\r\n`), Buffer.from(`${header.join('\r\n')}\r\n\r\n`))
    pieces.push(content, Buffer.from('\r\n'))
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--${epilogue}`)])
}

/** The part of a file; `name` may be given. */
export function filePart(
  random,
  boundary,
  field,
  index = 0,
  content = contentOf(random, boundary),
) {
  const name = nameOf(random, index)
  const sha256 = createHash('sha256').update(content)
  const disposition = `form-data; name=${spelled(random, field)}${nameParameter(random, name)}`
  const digest = `sha-256=:${sha256.copy().digest('base64')}:`
  const header = random.shuffled([
    `${random.pick(['Content-Disposition', 'content-disposition', 'CONTENT-DISPOSITION'])}: ${disposition}`,
    ...(random.chance(0.6) ? [`Content-Type: ${random.pick(TYPES)}`] : []),
    ...(random.chance(0.1) ? [`Content-Digest: ${digest}`] : []),
    ...(random.chance(0.1) ? ['X-Anything: some thing'] : []),
  ])
  const file = { name: name.normalize('NFC'), size: content.length, sha256: sha256.digest('hex') }
  return { header, content, file }
}

/** A text field that says nothing about the files: no upload is refused for what is in it. */
export function textPart(random, boundary, length = random.below(60)) {
  const name = random.pick(['note', '__proto__', 'constructor', 'folder', 'x[y]', 'é', '.', 'a b'])
  const content = Buffer.from(random.text(['a', 'b', '\r\n', 'é', '-'], length))
  const held = content.includes(boundary) ? Buffer.from('x') : content
  return {
    header: [`Content-Disposition: form-data; name=${spelled(random, name)}`],
    content: held,
  }
}

function boundaryOf(random) {
  const length = random.pick([1, 2, 10, 30, 69, 70])
  return random.text(BOUNDARY, length - 1) + random.pick(['a', 'Z', '9', '-'])
}

/** Text fields anywhere between the files, whose order stays. */
function mixed(random, files, texts) {
  const parts = [...files]
  for (const text of texts) parts.splice(random.below(parts.length + 1), 0, text)
  return parts
}

function contentOf(random, boundary) {
  const delimiter = `\r\n--${boundary}`
  const content = random.chance(0.5)
    ? Buffer.from(random.text([...NEAR_FRAMING, delimiter.slice(0, -1)], random.below(40)))
    : bytesFrom(
        random,
        random.chance(0.03) ? random.pick([256 * 1024, LIMITS.store.fileSize]) : sizeOf(random),
      )
  const whole = Buffer.concat([Buffer.from('\r\n'), content, Buffer.from('\r\n')])
  // What would end the part is not its content.
  return whole.includes(delimiter) ? Buffer.from('plain') : content
}

function sizeOf(random) {
  return random.chance(0.1) ? random.pick(SIZES) : random.below(300)
}

function bytesFrom(random, size) {
  const pattern = random.bytes(251)
  return Buffer.alloc(size, pattern)
}

function nameOf(random, index) {
  return `n${random.text(NAME, random.below(12))}${index}.bin`
}

function spelled(random, value) {
  return TOKEN.test(value) && !value.includes('%') && random.chance(0.2) ? value : quotedOf(value)
}

function quotedOf(value) {
  return `"${value.replace(/["\\]/g, '\\$&')}"`
}

/** `filename`, as browsers escape it or as RFC 9110 quotes it, or `filename*`, or both. */
function nameParameter(random, name) {
  const space = random.pick([' ', '', '  ', '\t'])
  const escaped = `;${space}filename="${name.replaceAll('"', '%22')}"`
  const quoted = `;${space}filename=${quotedOf(name)}`
  const extended = `;${space}filename*=utf-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`
  return random.pick([escaped, escaped, quoted, extended, `; filename="other"${extended}`])
}

function percent(character) {
  return `%${character.charCodeAt(0).toString(16)}`
}
