import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Calls `body` with a directory of its own, which is gone afterwards. */
export async function withTemporaryDirectory(body, parent = tmpdir()) {
  const directory = await mkdtemp(path.join(parent, 'stowage-e2e-'))
  try {
    return await body(directory)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
