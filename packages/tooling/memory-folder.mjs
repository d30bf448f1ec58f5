// Runs once before all tests, in their short version: puts their temporary folders in memory when the system has room,
// because the tests spend most of their time waiting for disk syncs. It is a real file system, only without the disk
// below it. `TMPDIR` chooses another place. The full versions, and all of `packages/e2e`, write to the disk.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** Bytes that must be free: a multiple of what the tests write at a time. */
const ROOM = 4 * 1024 ** 3

export default function setup() {
  if (process.env.STOWAGE_TESTS === 'full' || process.env.TMPDIR || !hasRoom()) return
  const folder = mkdtempSync(path.join(MEMORY, 'stowage-tests-'))
  // Like the system's own: PostgreSQL runs as another user, and so does the test of folders that cannot be written.
  chmodSync(folder, 0o1777)
  // The processes of the tests inherit it.
  process.env.TMPDIR = folder
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM
  } catch {
    return false
  }
}
