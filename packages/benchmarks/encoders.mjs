// Compares encoders for the thumbnail and the optimized version: time, bytes and likeness on the given photos, `node
// encoders.mjs photo.jpg …`. Prints the tables of docs/notes/picture-formats-and-speed.md.
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { likeness } from './pictures/likeness.mjs'

const ENCODERS = {
  'JPEG 75': (picture) => picture.jpeg({ quality: 75 }),
  'JPEG 80': (picture) => picture.jpeg({ quality: 80 }),
  'JPEG 84, standard tables': (picture) => picture.jpeg({ quality: 84, optimiseCoding: false }),
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
      sums.likeness += await likeness(sharp(data, { raw: info }), sharp(encoded))
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
