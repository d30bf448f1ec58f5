import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { disk } from '@stowage/core/filesystem'
import type { BlobStore } from '@stowage/core/ports'

export interface FolderBlobs {
  readonly blobs: BlobStore
  dispose(): Promise<void>
}

/** Blobs in a temporary folder. */
export async function folderBlobs(): Promise<FolderBlobs> {
  const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-folder-'))
  return {
    blobs: disk({ directory }),
    dispose: () => rm(directory, { recursive: true }),
  }
}
