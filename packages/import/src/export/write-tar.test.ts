import { once } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { extract, type Header } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { type TarEntry, writeTar } from './write-tar.ts'

const BLOCK = 512
const CHUNK = Buffer.alloc(64 * 1024, 'stowage ')

/** A file that keeps what is appended, each chunk after this. */
function fileOf(append: (chunk: Uint8Array) => Promise<unknown> = () => nextTurn()) {
  const chunks: Buffer[] = []
  return {
    chunks,
    async appendFile(given: unknown) {
      const chunk = given as Uint8Array
      await append(chunk)
      chunks.push(Buffer.from(chunk))
    },
  }
}

async function* listOf(...entries: readonly TarEntry[]): AsyncGenerator<TarEntry> {
  yield* entries
}

/** The first header of an archive, as a reader finds it. */
async function headerOf(bytes: Uint8Array): Promise<Header> {
  const unpacked = extract()
  unpacked.on('error', () => {})
  const found = once(unpacked as unknown as NodeJS.EventEmitter, 'entry')
  unpacked.write(bytes.subarray(0, BLOCK))
  const [header] = await found
  return header as Header
}

describe('writeTar', () => {
  it.each([8 ** 11 - 1, 8 ** 11, 5 * 2 ** 40 + 513])('says a size of %s as it is', async (size) => {
    const file = fileOf()
    const failure = new Error('of the content')
    const content = async function* (): AsyncGenerator<Uint8Array> {
      while (file.chunks.length === 0) await nextTurn()
      yield* []
      throw failure
    }
    const written = writeTar(file, listOf({ name: 'assets/1.file', size, content: content() }))
    await expect(written).rejects.toBe(failure)
    const header = await headerOf(Buffer.concat(file.chunks))
    expect(header).toMatchObject({ name: 'assets/1.file', size, mode: 0o600, type: 'file' })
  })

  it('asks for no more of a content than the disk takes', async () => {
    const count = 200
    let given = 0
    let ahead = 0
    let appended = 0
    const file = fileOf(async (chunk) => {
      await nextTurn()
      appended += chunk.length
      ahead = Math.max(ahead, given * CHUNK.length - appended)
    })
    const content = async function* (): AsyncGenerator<Uint8Array> {
      for (; given < count; given += 1) yield CHUNK
    }
    const size = count * CHUNK.length
    await writeTar(file, listOf({ name: 'large', size, content: content() }))
    expect(Buffer.concat(file.chunks)).toHaveLength(BLOCK + size + 2 * BLOCK)
    expect(ahead).toBeLessThan(4 * CHUNK.length)
  })

  it.each([1, 2, 5])(
    'ends with what append number %s failed with, and ends the entries',
    async (number) => {
      const failure = Object.assign(new Error('no room'), { code: 'ENOSPC' })
      let appended = 0
      const file = fileOf(async () => {
        await nextTurn()
        appended += 1
        if (appended === number) throw failure
      })
      let isEnded = false
      async function* entries(): AsyncGenerator<TarEntry> {
        try {
          yield { name: 'text', size: 1, content: [Buffer.from('1')] }
          yield { name: 'large', size: 100 * CHUNK.length, content: Array(100).fill(CHUNK) }
        } finally {
          isEnded = true
        }
      }
      await expect(writeTar(file, entries())).rejects.toBe(failure)
      expect([isEnded, appended]).toEqual([true, number])
    },
  )

  it('rejects with what the entries, or no error at all, ended with', async () => {
    for (const reason of [new TypeError('of the app'), 'a reason', undefined]) {
      async function* entries(): AsyncGenerator<TarEntry> {
        yield { name: 'text', size: 1, content: [Buffer.from('1')] }
        throw reason
      }
      await expect(writeTar(fileOf(), entries())).rejects.toBe(reason)
    }
  })
})
