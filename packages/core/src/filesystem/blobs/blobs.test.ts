import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blobContract, describeContract, stagingContract } from '@stowage/testing'
import { describe, it } from 'vitest'
import { disk } from './blobs.ts'

async function setup() {
  const directory = await mkdtemp(join(tmpdir(), 'stowage-blobs-'))
  const blobs = disk({ directory })
  /** A directory in the place of a file: no user's `unlink` can remove it. */
  async function obstruct(key: string): Promise<void> {
    const place = join(directory, blobs.locate?.(key) ?? '')
    await rm(place)
    await mkdir(place)
  }

  return {
    fixture: { blobs, staging: blobs.staging, obstruct },
    dispose: () => rm(directory, { recursive: true }),
  }
}

describeContract('disk', blobContract, setup, { describe, it })
describeContract('staging of disk', stagingContract, setup, { describe, it })
