// Imports a folder into an asset store, without a server: node import.js <folder>
//
// STOWAGE_DIRECTORY (./media) is the store's folder. Ctrl-C stops; what was stored by then stays.
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Usage: node import.js <folder>')
  process.exit(2)
}

const interrupt = new AbortController()
process.once('SIGINT', () => interrupt.abort())

const files = await filesIn(folder).catch((error) => {
  console.error(error.message)
  process.exit(2)
})
const store = await openAssetStore({ directory: process.env.STOWAGE_DIRECTORY ?? './media' })
const stored = []
const failed = []
try {
  const progress = createProgress(files)
  for (const file of files) {
    if (interrupt.signal.aborted) break
    try {
      const source = progress.watch(createReadStream(file.path))
      const name = path.basename(file.path)
      stored.push(await store.upload(source, { name, signal: interrupt.signal }))
    } catch (error) {
      if (!interrupt.signal.aborted) failed.push({ file, error })
    }
  }
  progress.end()
} finally {
  await store.close()
}

for (const asset of stored) {
  const facts = [asset.mimeType, size(asset.size), asset.width && `${asset.width}×${asset.height}`]
  console.log(`${asset.id}  ${asset.name}  ${facts.filter(Boolean).join(', ')}`)
}
for (const { file, error } of failed) console.error(`${file.path}: ${error.message}`)
console.log(
  `${stored.length} stored, ${failed.length} failed${interrupt.signal.aborted ? ', stopped' : ''}`,
)
process.exitCode = interrupt.signal.aborted ? 130 : failed.length > 0 ? 1 : 0

/** Every file below a folder, in the order of their paths, with its size in bytes. */
async function filesIn(directory) {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort()
  return Promise.all(paths.map(async (file) => ({ path: file, size: (await stat(file)).size })))
}

/** A bar over all files on a terminal; silent where the output goes to a file or a pipe. */
function createProgress(files) {
  const total = files.reduce((sum, file) => sum + file.size, 0)
  const terminal = process.stderr.isTTY
  let done = 0
  let drawn = 0
  function draw() {
    if (!terminal || Date.now() - drawn < 50) return
    drawn = Date.now()
    const share = total === 0 ? 1 : done / total
    const bar = '█'.repeat(Math.round(share * 30)).padEnd(30, '░')
    process.stderr.write(`\r${bar} ${size(done)} of ${size(total)} `)
  }
  return {
    async *watch(source) {
      for await (const chunk of source) {
        done += chunk.length
        draw()
        yield chunk
      }
    },
    end() {
      if (terminal) process.stderr.write('\r\x1b[K')
    },
  }
}

function size(bytes) {
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
