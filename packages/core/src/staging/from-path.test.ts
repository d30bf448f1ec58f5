import fs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { fromPath } from './from-path.ts'

/** More than is read at once. */
const content = Buffer.alloc(600_000, 'stowage')

async function directory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'stowage-path-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

async function newFile(): Promise<string> {
  const path = join(await directory(), 'a.bin')
  await writeFile(path, content)
  return path
}

function chunksOfFile(path: string): AsyncGenerator<Uint8Array> {
  return fromPath(path).source as AsyncGenerator<Uint8Array>
}

async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

/** Keeps the next file that is closed open; resolves to what closes it. */
function heldClose(): Promise<() => void> {
  const close = fs.close
  onTestFinished(() => void vi.restoreAllMocks())
  return new Promise((resolve) => {
    vi.spyOn(fs, 'close').mockImplementation((fd, done) => resolve(() => close(fd, done)))
  })
}

describe('fromPath', () => {
  it('is the bytes of the file, and its name', async () => {
    const path = await newFile()
    expect(fromPath(path).name).toBe('a.bin')
    expect(content.equals(await readWhole(chunksOfFile(path)))).toBe(true)
  })

  it.each<[string, (chunks: AsyncGenerator<Uint8Array>) => Promise<unknown>]>([
    ['its last chunk', readWhole],
    [
      'a reader that wants no more',
      async (chunks) => {
        for await (const _ of chunks) break
      },
    ],
  ])('has the file closed before its reading is over, after %s', async (_, read) => {
    const path = await newFile()
    const closing = heldClose()
    let isOver = false
    const reading = read(chunksOfFile(path)).then(() => {
      isOver = true
    })
    const close = await closing
    for (let turn = 0; turn < 10; turn += 1) await setImmediate()
    expect(isOver).toBe(false)
    close()
    await reading
  })

  it('rejects when the file cannot be opened, and waits for no file that was never open', async () => {
    const path = join(await directory(), 'nope')
    // More often than files may be open at once.
    for (let attempt = 0; attempt < 40; attempt += 1) {
      await expect(readWhole(chunksOfFile(path))).rejects.toMatchObject({
        code: 'invalid_argument',
        context: { argument: 'path', system: 'ENOENT' },
      })
    }
  })
})
