import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { type BlobDirectory, createBlobDirectory } from '@stowage/testing/internal'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Piece } from '../../blobs/piece-store.ts'
import { disk } from '../blobs/blobs.ts'

const KILLS = 10
const CHUNK = 70_000

/** Appends bytes that tell their place, and prints the pieces after each sync: what a record would have. */
const SCRIPT = `
  import { disk } from '../blobs/blobs.ts'
  const [directory, storage, recorded] = process.argv.slice(2)
  const pieces = JSON.parse(recorded)
  const store = disk({ directory }).pieces
  const writer = await store.append({ storage, blobKey: null, pieces }, { fence: 1 })
  let at = pieces.reduce((sum, { size }) => sum + size, 0)
  for (;;) {
    const bytes = Buffer.alloc(${CHUNK})
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = (at + index) % 251
    await writer.write([bytes])
    at += bytes.length
    const synced = await writer.sync()
    console.log(JSON.stringify(synced.pieces))
    await writer.confirm()
  }
`

let directory: BlobDirectory

beforeEach(async () => {
  directory = await createBlobDirectory()
})

afterEach(() => directory.remove())

it('loses nothing that was acknowledged when its writers are killed again and again', async () => {
  const outfile = path.join(directory.path, 'append.mjs')
  await build({
    stdin: { contents: SCRIPT, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    outfile,
    logLevel: 'error',
  })
  const home = path.join(directory.path, 'store')
  const { pieces: store } = disk({ directory: home })
  const storage = await store.begin({ blobKey: null, size: null })
  let pieces: readonly Piece[] = []
  for (let kills = 0; kills < KILLS; kills += 1) {
    const args = [outfile, home, storage, JSON.stringify(pieces)]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = once(child, 'exit')
    let left = randomInt(1, 6)
    for await (const line of createInterface(child.stdout)) {
      const fresh: Piece[] = JSON.parse(line)
      pieces = [...pieces.filter(({ start }) => start < (fresh[0]?.start ?? 0)), ...fresh]
      left -= 1
      if (left === 0) child.kill('SIGKILL')
    }
    await exit
  }
  const size = pieces.reduce((sum, piece) => sum + piece.size, 0)
  expect(size).toBeGreaterThanOrEqual(KILLS * CHUNK)
  const file = { storage, blobKey: null, pieces }
  const joined = await store.join(file, { fence: 2, size, sha256: null })
  const bytes = await joined.read({ start: 0, end: size })
  expect(bytes.byteLength).toBe(size)
  expect(bytes.every((byte, at) => byte === at % 251)).toBe(true)
  await joined.discard()
  await store.discard(file)
  expect((await directory.files()).filter((name) => name !== 'append.mjs')).toEqual([])
})
