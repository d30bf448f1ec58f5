import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disk } from '@stowage/core/filesystem'
import { createMemoryBlobs } from '@stowage/core/memory'
import { type BlobStore, newBlobKey } from '@stowage/core/ports'
import {
  assertBytes,
  assertMissing,
  type BlobFixture,
  blobContract,
  bytesOf,
  collected,
  describeContract,
  pieceContract,
  stagedBytes,
  stagingContract,
} from '@stowage/testing'
import { describe, expect, it } from 'vitest'
import { movingBlobs } from './moving-blobs.ts'

const newKey = () => newBlobKey(Date.now())

function piecedBlobs({ pieces, ...blobs }: BlobStore) {
  if (pieces === undefined) throw new Error('It keeps no pieces.')
  return { ...blobs, pieces }
}

async function folders() {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-moving-'))
  const from = disk({ directory: join(directory, 'from') })
  const to = disk({ directory: join(directory, 'to') })
  async function obstruct(key: string): Promise<void> {
    const place = join(directory, 'to', to.locate?.(key) ?? '')
    await rm(place)
    await mkdir(place)
  }
  return {
    fixture: {
      blobs: piecedBlobs(movingBlobs({ from, to })),
      staging: to.staging,
      obstruct,
      reopen: () =>
        piecedBlobs(movingBlobs({ from, to: disk({ directory: join(directory, 'to') }) })),
    },
    dispose: () => rm(directory, { recursive: true }),
  }
}

/** Every blob is put to `to`; every second one is copied back, and every fourth one lies in `from` alone. */
async function scattered() {
  const [from, to] = [createMemoryBlobs(), createMemoryBlobs()]
  const moving = movingBlobs({ from, to })
  let puts = 0
  const put: BlobStore['put'] = async (key, file, options) => {
    await moving.put(key, file, options)
    puts += 1
    if (puts % 2 === 0) return
    await from.put(key, stagedBytes(await bytesOf(await to.read(key))))
    if (puts % 4 === 1) await to.delete([key])
  }
  const fixture: BlobFixture = { blobs: { ...moving, put } }
  return { fixture, dispose: async () => {} }
}

describeContract('movingBlobs', blobContract, folders, { describe, it })
describeContract('staging of movingBlobs', stagingContract, folders, { describe, it })
describeContract('pieces of movingBlobs', pieceContract, folders, { describe, it })
describeContract('movingBlobs, scattered over both', blobContract, scattered, { describe, it })

describe('movingBlobs', () => {
  it('puts what is new to where the store goes, and leaves the old place alone', async () => {
    const [from, to] = [createMemoryBlobs(), createMemoryBlobs()]
    const key = newKey()
    await movingBlobs({ from, to }).put(key, stagedBytes(randomBytes(10)))
    expect(await to.stat(key)).toEqual({ size: 10 })
    expect(await from.stat(key)).toBeNull()
  })

  it('never shows a copy that is not whole yet', async () => {
    const [from, to] = [createMemoryBlobs(), createMemoryBlobs()]
    const [key, bytes] = [newKey(), randomBytes(1000)]
    await from.put(key, stagedBytes(bytes))
    await to.put(key, stagedBytes(bytes.subarray(0, 10)))
    const moving = movingBlobs({ from, to })
    await assertBytes(moving, key, bytes)
    expect(await moving.stat(key)).toEqual({ size: 1000 })
    expect(await collected(moving.list())).toEqual([{ key, size: 1000 }])
  })

  it('deletes on both sides, and reports when one of them fails', async () => {
    const [from, to] = [createMemoryBlobs(), createMemoryBlobs()]
    const [key, other] = [newKey(), newKey()]
    for (const side of [from, to]) await side.put(key, stagedBytes(randomBytes(10)))
    await movingBlobs({ from, to }).delete([key])
    await assertMissing(from, key)
    await assertMissing(to, key)
    await to.put(other, stagedBytes(randomBytes(10)))
    const broken = { ...from, delete: () => Promise.reject(new Error('offline')) }
    await expect(movingBlobs({ from: broken, to }).delete([other])).rejects.toThrow('offline')
    await assertMissing(to, other)
  })

  it('passes on the errors of the old place for its blobs', async () => {
    const [from, to] = [createMemoryBlobs(), createMemoryBlobs()]
    const key = newKey()
    await from.put(key, stagedBytes(randomBytes(10)))
    const reading = movingBlobs({ from, to }).read(key, { range: { start: 5, end: 11 } })
    await expect(reading).rejects.toMatchObject({
      code: 'range_not_satisfiable',
      context: { size: 10 },
    })
  })
})
