// Uploads with a thumbnail: Stowage against Express with multer and sharp inline. Rewrites the table in
// docs/notes/picture-formats-and-speed.md.
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { likeness } from './pictures/likeness.mjs'
import { areReal, largePhotos, smallPhotos } from './pictures/photos.mjs'

const ROUNDS = 7
const CONNECTIONS = 16
const CANDIDATES = { stowage: 'Stowage', express: 'Express, multer, sharp inline' }
const AMOUNTS = { small: 320, large: 64 }
const REPORT = fileURLToPath(
  new URL('../../docs/notes/picture-formats-and-speed.md', import.meta.url),
)

const directory = await mkdtemp(path.join(tmpdir(), 'stowage-benchmark-'))
const children = new Map()
try {
  const sizes = { small: await smallPhotos(), large: await largePhotos() }
  for (const candidate of Object.keys(CANDIDATES)) {
    children.set(candidate, await startServer(candidate))
  }
  const kinds = []
  for (const [size, pictures] of Object.entries(sizes)) kinds.push(await measured(size, pictures))
  const table = `${tableOf(kinds)}\n\n${machineOf(await areReal())}`
  console.log(table)
  await writeReport(table)
} finally {
  for (const { server } of children.values()) {
    server.disconnect()
    await once(server, 'exit')
  }
  await rm(directory, { recursive: true, force: true })
}

async function startServer(candidate) {
  const script = new URL('pictures/server.mjs', import.meta.url)
  const server = fork(script, [candidate, path.join(directory, candidate)])
  const [{ url, headers }] = await once(server, 'message')
  return { server, url, headers }
}

/** Rounds of both candidates in turn, so that other work on the machine affects them alike; the first warms up. */
async function measured(size, pictures) {
  const files = []
  for (const [index, picture] of pictures.entries()) {
    files.push(path.join(directory, `${size}-${index}.jpg`))
    await writeFile(files[index], picture)
  }
  const rates = new Map(Object.keys(CANDIDATES).map((candidate) => [candidate, []]))
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const candidate of Object.keys(CANDIDATES)) {
      const rate = await uploadsPerSecond(candidate, files, AMOUNTS[size])
      if (round > 0) rates.get(candidate).push(rate)
    }
  }
  const thumbnails = new Map()
  for (const candidate of Object.keys(CANDIDATES)) {
    thumbnails.set(candidate, await thumbnailsOf(candidate, pictures))
  }
  return { bytes: mean(pictures.map(({ length }) => length)), rates, thumbnails }
}

async function uploadsPerSecond(candidate, files, amount) {
  const { url, headers } = children.get(candidate)
  const load = JSON.stringify({ url, headers, files, amount, connections: CONNECTIONS })
  const script = fileURLToPath(new URL('pictures/load.mjs', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, load])
  const { right, seconds } = JSON.parse(stdout)
  if (right !== amount) throw new Error(`${CANDIDATES[candidate]}: ${stdout}`)
  return amount / seconds
}

/** Mean size, bytes and likeness to the unencoded pixels of the candidate's thumbnails. */
async function thumbnailsOf(candidate, pictures) {
  const { url, headers } = children.get(candidate)
  const measures = []
  for (const picture of pictures) {
    const body = new FormData()
    body.set('file', new Blob([picture]), 'photo.jpg')
    const uploaded = await fetch(url, { method: 'POST', headers, body })
    const { data } = await uploaded.json()
    const response = await fetch(data.attributes.thumbnail_url, { headers })
    const thumbnail = Buffer.from(await response.arrayBuffer())
    const { width, height } = await sharp(thumbnail).metadata()
    const { data: pixels, info } = await sharp(picture)
      .resize(300, 300, { fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const ssim = await likeness(sharp(pixels, { raw: info }), sharp(thumbnail))
    measures.push({ size: `${width} × ${height}`, bytes: thumbnail.length, ssim })
  }
  return {
    sizes: [...new Set(measures.map(({ size }) => size))].join(', '),
    bytes: mean(measures.map(({ bytes }) => bytes)),
    ssim: mean(measures.map(({ ssim }) => ssim)),
  }
}

function tableOf(kinds) {
  const head = ['uploads/s', 'times', 'thumbnail', 'SSIM']
  const lines = kinds.flatMap(({ bytes, rates, thumbnails }) =>
    Object.entries(CANDIDATES).map(([candidate, name]) => {
      const own = rates.get(candidate)
      const ratio = median(own.map((rate, round) => rate / rates.get('express')[round]))
      const { sizes, bytes: weight, ssim } = thumbnails.get(candidate)
      const photo = bytes < 1e6 ? `${Math.round(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
      const thumbnail = `${sizes}, ${(weight / 1e3).toFixed(1)} kB`
      const cells = [median(own).toFixed(1), ratio.toFixed(2), thumbnail, ssim.toFixed(4)]
      return `| ${photo}: ${name} | ${cells.join(' | ')} |`
    }),
  )
  return [`| | ${head.join(' | ')} |`, '|---|--:|--:|---|--:|', ...lines].join('\n')
}

function machineOf(real) {
  const { node } = process.versions
  const processors = `${availableParallelism()} processors, ${cpus()[0].model.trim()}`
  return `${real ? 'Real' : 'Generated'} photos, Node ${node}, ${processors}.`
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}

async function writeReport(table) {
  const text = await readFile(REPORT, 'utf8')
  const figures = `<!-- uploads -->\n${table}\n<!-- /uploads -->`
  await writeFile(REPORT, text.replace(/<!-- uploads -->[\s\S]*<!-- \/uploads -->/, figures))
}
