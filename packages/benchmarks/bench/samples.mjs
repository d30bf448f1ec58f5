import { randomBytes } from 'node:crypto'
import sharp from 'sharp'

export const BOUNDARY = 'benchmark-boundary'
const TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }

/** A photo-like JPEG of exactly this many bytes: decoders ignore the bytes after its end. */
export async function jpegOf(bytes) {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 }
  const create = { width: 640, height: 480, channels: 3, background: '#000', noise }
  const pixels = await sharp({ create }).blur(4).normalise().png().toBuffer()
  let quality = 95
  let jpeg = await sharp(pixels).jpeg({ quality }).toBuffer()
  while (jpeg.length > bytes) {
    quality -= 3
    jpeg = await sharp(pixels).jpeg({ quality }).toBuffer()
  }
  return Buffer.concat([jpeg, randomBytes(bytes - jpeg.length)])
}

/** A request that uploads the file in a form, repeated `repeat` times. */
export function formRequest(
  { path, field, headers },
  file,
  { repeat = 1, name = 'photo.jpg' } = {},
) {
  const body = { head: partHead(field, name), file, repeat, tail: `\r\n--${BOUNDARY}--\r\n` }
  return { method: 'POST', path, headers: { ...headers, ...TYPE }, body }
}

/** The body of a request that uploads many files in one form, as bytes to write to a file. */
export function bulkForm(field, content, count) {
  const part = Buffer.concat([
    Buffer.from(partHead(field, 'photo.jpg')),
    content,
    Buffer.from('\r\n'),
  ])
  const parts = Array.from({ length: count }, () => part)
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
}

export function bulkRequest({ bulkPath: path, headers }, file) {
  return { method: 'POST', path, headers: { ...headers, ...TYPE }, body: { file } }
}

function partHead(field, name) {
  const disposition = `content-disposition: form-data; name="${field}"; filename="${name}"`
  return `--${BOUNDARY}\r\n${disposition}\r\ncontent-type: image/jpeg\r\n\r\n`
}
