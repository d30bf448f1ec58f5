import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { blobContract, describeContract, pieceContract, stagingContract } from '@stowage/testing'
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
    fixture: {
      blobs,
      staging: blobs.staging,
      obstruct,
      reopen: () => disk({ directory }),
      /** Directories too: an upload leaves none. */
      async leftovers() {
        const names = await readdir(join(directory, 'uploads'), { recursive: true }).catch(() => [])
        return names.filter((name) => name.includes('/') || names.length === 1)
      },
    },
    dispose: () => rm(directory, { recursive: true }),
  }
}

describeContract('disk', blobContract, setup, { describe, it })
describeContract('staging of disk', stagingContract, setup, { describe, it })
describeContract('pieces of disk', pieceContract, setup, { describe, it })
