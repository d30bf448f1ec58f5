import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'

/** A folder of real files: `truth.json` and `files/`. */
const CORPUS = process.env.STOWAGE_CORPUS
const WANTED = ['Landscape_1.jpg', 'Portrait_2.jpg', 'concert.jpg']
/** Grey levels by which pixels of the large photos are off, as in a camera: noise makes photos large. */
const GRAIN = 6

/** Real photos from the folder that `STOWAGE_CORPUS` names, or generated ones. `real` says which. */
const sources = once(async () => {
  const originals = await realPhotos()
  const real = originals.length > 0
  return { real, pictures: real ? originals : [await generated()] }
})

export async function areReal() {
  return (await sources()).real
}

/** Photos of about 20 kB (640 × 480), as JPEG. */
export const smallPhotos = once(async () => {
  const { pictures } = await sources()
  return Promise.all(pictures.map((each) => encodedTo(20_000, sharp(each).resize(640, 480))))
})

/** Photos of about 3 MB (4000 × 3000), as JPEG. */
export const largePhotos = once(async () => {
  const large = []
  for (const each of (await sources()).pictures) {
    large.push(await encodedTo(3_000_000, await enlarged(each)))
  }
  return large
})

function once(make) {
  let made
  return () => {
    made ??= make()
    return made
  }
}

async function realPhotos() {
  const truth = `${CORPUS}/truth.json`
  if (CORPUS === undefined || !existsSync(truth)) return []
  const entries = JSON.parse(await readFile(truth, 'utf8'))
  const found = WANTED.map((name) => entries.find((entry) => entry.name === name))
  return Promise.all(found.filter(Boolean).map(({ file }) => readFile(`${CORPUS}/files/${file}`)))
}

function generated() {
  const noise = { type: 'gaussian', mean: 128, sigma: 80 }
  const create = { width: 1600, height: 1200, channels: 3, background: '#000', noise }
  return sharp({ create }).blur(6).normalise().png().toBuffer()
}

async function enlarged(source) {
  const size = { width: 4000, height: 3000 }
  const noise = { type: 'gaussian', mean: 128, sigma: GRAIN }
  const create = { ...size, channels: 3, background: '#000', noise }
  const grain = await sharp({ create }).png().toBuffer()
  const grainy = await sharp(source)
    .resize(size)
    .composite([{ input: grain, blend: 'soft-light' }])
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(grainy)
}

/** Encodes with the quality that comes closest to this many bytes from below. */
async function encodedTo(bytes, picture) {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const encode = (quality) => sharp(data, { raw: info }).jpeg({ quality }).toBuffer()
  let [low, high] = [20, 98]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((await encode(middle)).length <= bytes) low = middle
    else high = middle - 1
  }
  return encode(low)
}
