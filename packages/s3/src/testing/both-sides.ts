import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { disk } from '@stowage/core/filesystem'
import type { BlobStore } from '@stowage/core/ports'
import type { S3Files } from '../blobs.ts'
import { s3Fixture } from './s3-fixture.ts'

export interface BothSides {
  readonly s3: S3Files
  readonly folder: BlobStore
  dispose(): Promise<void>
}

/** A prefix and a folder. */
export async function bothSides(): Promise<BothSides> {
  const { fixture, dispose } = await s3Fixture()
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-moving-'))
  return {
    s3: fixture.blobs,
    folder: disk({ directory }),
    async dispose() {
      await dispose()
      await rm(directory, { recursive: true })
    },
  }
}
