// One case of the fuzzer: a request with a form, and the result that it must have.
import { seededChoices } from '@stowage/testing/seeds'
import { LIMITS } from './limits.mjs'
import { bytesOf, contentTypeOf, filePart, filesOf, textPart, validForm } from './valid-form.mjs'

/** What is put into, or over, a form to break it. */
const TOKENS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n',
  '--',
  '"',
  '\\',
  ';',
  ':',
  '=',
  '\0',
  '\xff',
  ' ',
  '\t',
  '%',
  '%zz',
  "utf-8''",
  'Content-Disposition: form-data; name="file"; filename="b"\r\n',
  'content-type: multipart/mixed; boundary=inner\r\n\r\n--inner\r\n',
  'Content-Type: text/plain; charset=klingon\r\n',
  '; filename*=',
  '; name=__proto__',
  'x'.repeat(1100),
]

/**
 * `{ kind, path, contentType, body, expected }`. `expected` is `{ files }` for a form that must be stored
 * so, `{ refused: [status, ...codes] }`, or `null` where only this is known: an answer of 201 or 4xx, the
 * same however the body is cut, and nothing left of what was refused.
 */
export function fuzzCase(seed, index) {
  const random = randomOf(seed, index)
  const form = validForm(random)
  const kind = random.below(100)
  const made =
    kind < 35 ? valid(form) : kind < 60 ? nearlyValid(random, form) : broken(random, form)
  return { contentType: contentTypeOf(random, form), path: form.path, ...made }
}

/** The same for the same seed and case. */
function randomOf(seed, index) {
  return seededChoices(
    Math.imul(seed ^ 0x9e37_79b9, 0x85eb_ca6b) + Math.imul(index + 1, 0xc2b2_ae35),
  )
}

/** The body in pieces, whose sizes depend on the case and on `attempt`. */
export function piecesOf({ body }, seed, index, attempt) {
  const random = randomOf(seed + 1 + attempt, index)
  const size = random.pick(
    body.length < 2000 ? [1, 2, 3, 7, 64, 1000] : [997, 4096, 16_384, 65_536],
  )
  const pieces = []
  for (let at = 0; at < body.length; ) {
    const length = random.chance(0.5) ? size : 1 + random.below(size)
    // In memory of its own, so that a parser that keeps what it may not keep is found out.
    pieces.push(Buffer.from(body.subarray(at, at + length)))
    at += length
  }
  return pieces
}

function valid(form) {
  return { kind: 'valid', body: bytesOf(form), expected: { files: filesOf(form) } }
}

/** Well-formed but for one thing, whose answer is known. */
function nearlyValid(random, form) {
  const { boundary, path } = form
  const isBulk = path !== '/assets'
  const field = isBulk ? 'files[]' : 'file'
  const small = (name) => filePart(random, boundary, name, 9, Buffer.from('small'))
  const withParts = (...parts) => bytesOf({ ...form, parts: [...form.parts, ...parts] })
  const refused = (kind, body, ...refusal) => ({ kind, body, expected: { refused: refusal } })

  const variations = [
    () => {
      const whole = bytesOf({ ...form, epilogue: '' })
      return refused(
        'truncated',
        whole.subarray(0, random.below(whole.length)),
        400,
        'malformed_request',
      )
    },
    () => refused('in a wrong field', withParts(small('upload')), 422, 'invalid_body'),
    () => {
      const parts = form.parts.filter(({ file }) => file === undefined)
      return refused('no file', bytesOf({ ...form, parts }), 422, 'file_missing')
    },
    () => {
      const many = Array.from({ length: isBulk ? LIMITS.store.filesPerUpload : 1 }, () =>
        small(field),
      )
      return refused('too many files', withParts(...many), 422, 'too_many_files')
    },
    () => {
      const content = Buffer.alloc(LIMITS.store.fileSize + 1)
      const parts = [filePart(random, boundary, field, 1, content)]
      return refused('a file too large', bytesOf({ ...form, parts }), 413, 'file_too_large')
    },
    () => {
      const long = textPart(random, boundary)
      const text = { ...long, content: Buffer.alloc(LIMITS.api.textField + 1, 'x') }
      return refused('a text too large', withParts(text), 413, 'body_too_large')
    },
    () => {
      const count = LIMITS.api.parts - form.parts.length + 1
      const texts = Array.from({ length: count }, () => textPart(random, boundary))
      return refused('too many parts', withParts(...texts), 422, 'invalid_body')
    },
    () => {
      const count = LIMITS.api.parts - form.parts.length
      const texts = Array.from({ length: count }, () => textPart(random, boundary))
      return {
        ...valid({ ...form, parts: [...form.parts, ...texts] }),
        kind: 'as many parts as may be',
      }
    },
    () => {
      const part = small(field)
      const digest = `Content-Digest: sha-256=:${Buffer.alloc(32, 7).toString('base64')}:`
      const header = [...part.header.filter((line) => !/^content-digest/i.test(line)), digest]
      return refused(
        'a wrong digest',
        bytesOf({ ...form, parts: [{ ...part, header }] }),
        422,
        'digest_mismatch',
      )
    },
    () => headerOfSize(form, LIMITS.api.partHeader),
    () => headerOfSize(form, LIMITS.api.partHeader + 1),
    () => {
      const body = Buffer.from(bytesOf(form).toString('latin1').replaceAll('\r', ''), 'latin1')
      return refused('bare line feeds', body, 400, 'malformed_request')
    },
    () => ({
      ...refused('a missing boundary', bytesOf(form), 400, 'malformed_request'),
      contentType: 'multipart/form-data',
    }),
    () => ({
      ...refused('another boundary', bytesOf(form), 400, 'malformed_request'),
      contentType: 'multipart/form-data; boundary=no-part-has-this-one',
    }),
    () => {
      const part = small(field)
      const header = part.header.filter((line) => !/^content-disposition/i.test(line))
      return refused(
        'a part without disposition',
        withParts({ ...part, header }),
        400,
        'malformed_request',
      )
    },
    () => {
      const part = small(field)
      const second = 'Content-Disposition: form-data; name="x"; filename="x"'
      const header = [...part.header, second]
      return refused(
        'two dispositions',
        bytesOf({ ...form, parts: [{ ...part, header }] }),
        400,
        'malformed_request',
      )
    },
  ]
  return random.pick(variations)()
}

function headerOfSize(form, size) {
  const [first, ...others] = form.parts
  const used = Buffer.byteLength([...first.header, 'x-fill: '].join('\r\n'))
  const filler = `x-fill: ${'f'.repeat(size - used)}`
  const parts = [{ ...first, header: [...first.header, filler] }, ...others]
  if (size <= LIMITS.api.partHeader)
    return { ...valid({ ...form, parts }), kind: 'a header of exactly the limit' }
  const body = bytesOf({ ...form, parts })
  return {
    kind: 'a header over the limit',
    body,
    expected: { refused: [400, 'malformed_request'] },
  }
}

/** Edited at random: bytes changed, cut out, doubled, replaced by tokens; forms spliced into each other. */
function broken(random, form) {
  let body = bytesOf(form)
  for (let edits = random.between(1, 6); edits > 0; edits -= 1) body = edited(random, form, body)
  return { kind: 'broken', body, expected: null }
}

function edited(random, form, body) {
  const at = nearFraming(random, form, body)
  const length = random.below(Math.min(40, body.length - at) + 1)
  const [before, cut, after] = [
    body.subarray(0, at),
    body.subarray(at, at + length),
    body.subarray(at + length),
  ]
  switch (random.below(7)) {
    case 0: {
      const copy = Buffer.from(body)
      if (copy.length > 0) copy[Math.min(at, copy.length - 1)] = random.below(256)
      return copy
    }
    case 1:
      return Buffer.concat([before, after])
    case 2:
      return Buffer.concat([before, cut, cut, after])
    case 3:
      return Buffer.concat([before, Buffer.from(random.pick(TOKENS), 'latin1'), cut, after])
    case 4:
      return Buffer.concat([before, Buffer.from(random.pick(TOKENS), 'latin1'), after])
    case 5:
      return Buffer.concat([before, Buffer.from(`\r\n--${form.boundary}\r\n`), cut, after])
    default:
      return Buffer.concat([
        before,
        bytesOf({ ...validForm(random), boundary: form.boundary }),
        after,
      ])
  }
}

/** Mostly where a boundary or a header is: the content of a large file is dull. */
function nearFraming(random, { boundary }, body) {
  const anywhere = random.below(body.length + 1)
  if (random.chance(0.2)) return anywhere
  const found = body.indexOf(boundary, random.below(body.length + 1))
  if (found === -1) return anywhere
  return Math.max(0, Math.min(body.length, found + random.between(-6, 160)))
}
