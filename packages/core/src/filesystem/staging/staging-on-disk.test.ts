import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { assertBytes, faultPlan, faultyFileSystem } from '@stowage/testing'
import {
  assertCode,
  type BlobDirectory,
  createBlobDirectory,
  unusedBlobKey,
} from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isStowageError } from '../../errors/stowage-error.ts'
import { stageUpload } from '../../staging/stage-upload.ts'
import type { StagedUpload } from '../../staging/staged-upload.ts'
import { type DiskFiles, disk } from '../blobs/blobs.ts'
import { nodeFileSystem } from '../io/node-file-system.ts'

const bytes = randomBytes(1_200_000)
const LIMIT = 2_000_000

let directory: BlobDirectory
let blobs: DiskFiles

beforeEach(async () => {
  directory = await createBlobDirectory()
  blobs = disk({ directory: directory.path })
})

afterEach(() => directory.remove())

async function* inChunks(size: number, before?: (at: number) => void): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) {
    before?.(at)
    yield bytes.subarray(at, at + size)
  }
}

async function expectNothingLeft(): Promise<void> {
  expect(await directory.files()).toEqual([])
  expect(await directory.openFiles()).toEqual([])
}

describe('an upload with staging on disk', () => {
  for (const size of [333, 65_536, 262_145, 1_200_000]) {
    it(`becomes a blob of the same bytes, staged in chunks of ${size}`, async () => {
      const key = unusedBlobKey()
      const file = await stageUpload(inChunks(size), { staging: blobs.staging, limit: LIMIT })
      await blobs.put(key, file)
      await file.discard()
      await assertBytes(blobs, key, bytes)
      expect(await directory.files()).toHaveLength(1)
      expect(await directory.openFiles()).toEqual([])
    })
  }

  it('leaves nothing when the file is too large', async () => {
    const source = Readable.from(inChunks(65_536), { objectMode: false })
    await assertCode(
      stageUpload(source, { staging: blobs.staging, limit: bytes.byteLength - 1 }),
      'file_too_large',
    )
    await expectNothingLeft()
  })

  it('leaves nothing when the source fails', async () => {
    const source = inChunks(65_536, (at) => {
      if (at > 600_000) throw new Error('the line is dead')
    })
    const { staging } = blobs
    await expect(stageUpload(source, { staging, limit: LIMIT })).rejects.toThrow('the line is dead')
    await expectNothingLeft()
  })

  it('leaves nothing when it is aborted', async () => {
    const controller = new AbortController()
    const source = inChunks(65_536, (at) => {
      if (at > 600_000) controller.abort(new Error('enough'))
    })
    const { signal } = controller
    const { staging } = blobs
    await expect(stageUpload(source, { staging, limit: LIMIT, signal })).rejects.toThrow('enough')
    await expectNothingLeft()
  })

  it('is stored whole or leaves nothing, when any call to a full disk fails', async () => {
    let reached = true
    for (let at = 1; reached; at += 1) {
      reached = false
      const plan = faultPlan(({ number }) => {
        if (number !== at) return undefined
        reached = true
        return { kind: 'fail', code: 'ENOSPC' }
      })
      const fileSystem = faultyFileSystem(nodeFileSystem, plan)
      const { staging } = disk({ directory: directory.path, fileSystem })
      let file: StagedUpload | undefined
      try {
        file = await stageUpload(inChunks(65_536), { staging, limit: LIMIT })
        expect(bytes.equals(await file.read({ start: 0, end: LIMIT }))).toBe(true)
      } catch (error) {
        expect(isStowageError(error, 'insufficient_storage')).toBe(true)
      }
      await file?.discard()
      // When it was the removal that failed: what a later sweep finds.
      await blobs.staging.sweep(-60_000)
      await expectNothingLeft()
    }
  })
})
