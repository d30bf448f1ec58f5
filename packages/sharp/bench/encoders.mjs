// Which encoder makes the thumbnail, and which the optimized version: time, bytes and likeness over the
// photos given. `node bench/encoders.mjs photo.jpg …` writes the table of docs/pictures.md.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'

const ENCODERS = {
  'JPEG 75': (picture) => picture.jpeg({ quality: 75 }),
  'JPEG 80': (picture) => picture.jpeg({ quality: 80 }),
  'mozjpeg 75': (picture) => picture.jpeg({ quality: 75, mozjpeg: true }),
  'mozjpeg 80': (picture) => picture.jpeg({ quality: 80, mozjpeg: true }),
  'WebP 80, effort 0': (picture) => picture.webp({ quality: 80, effort: 0 }),
  'WebP 80, effort 1': (picture) => picture.webp({ quality: 80, effort: 1 }),
  'WebP 80, effort 2': (picture) => picture.webp({ quality: 80, effort: 2 }),
  'WebP 80, effort 3': (picture) => picture.webp({ quality: 80, effort: 3 }),
  'WebP 80, effort 4': (picture) => picture.webp({ quality: 80, effort: 4 }),
  'WebP 88, effort 2': (picture) => picture.webp({ quality: 88, effort: 2 }),
  'AVIF 50, effort 2': (picture) => picture.avif({ quality: 50, effort: 2 }),
}

const photos = process.argv.slice(2).map((file) => readFileSync(file))
sharp.cache(false)
sharp.concurrency(1)

for (const side of [300, 2560]) {
  const pictures = await Promise.all(photos.map((photo) => pixelsOf(photo, side)))
  console.log(`\n| at most ${side} px | ms | KiB | SSIM |\n|---|---|---|---|`)
  for (const [name, encode] of Object.entries(ENCODERS)) {
    const rounds = side === 300 ? 10 : 2
    const sums = { time: 0, bytes: 0, likeness: 0 }
    for (const { data, info } of pictures) {
      let encoded
      for (let round = 0; round < rounds; round++) {
        const started = performance.now()
        encoded = await encode(sharp(data, { raw: info })).toBuffer()
        sums.time += (performance.now() - started) / rounds
      }
      sums.bytes += encoded.length
      sums.likeness += ssim(
        await lightOf(sharp(data, { raw: info })),
        await lightOf(sharp(encoded)),
      )
    }
    const mean = (sum, digits) => (sum / pictures.length).toFixed(digits)
    const kilobytes = mean(sums.bytes / 1024, 1)
    console.log(`| ${name} | ${mean(sums.time, 1)} | ${kilobytes} | ${mean(sums.likeness, 4)} |`)
  }
}

function pixelsOf(photo, side) {
  return sharp(photo)
    .autoOrient()
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
}

async function lightOf(picture) {
  const { data, info } = await picture.greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** Mean structural similarity (Wang et al., 2004) over windows of 8 × 8, four pixels apart. */
function ssim(one, other) {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  let sum = 0
  let windows = 0
  for (let top = 0; top + 8 <= one.height; top += 4) {
    for (let left = 0; left + 8 <= one.width; left += 4) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0]
      for (let pixel = 0; pixel < 64; pixel++) {
        const at = (top + (pixel >> 3)) * one.width + left + (pixel & 7)
        const x = one.data[at * one.channels]
        const y = other.data[at * other.channels]
        a += x / 64
        b += y / 64
        aa += (x * x) / 64
        bb += (y * y) / 64
        ab += (x * y) / 64
      }
      const likeness = (2 * a * b + c1) * (2 * (ab - a * b) + c2)
      sum += likeness / ((a * a + b * b + c1) * (aa - a * a + bb - b * b + c2))
      windows += 1
    }
  }
  return sum / windows
}
