import { randomBytes } from 'node:crypto'
import { mkdir, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { stagedBytes, stagedIn } from '@stowage/testing'
import { type BlobDirectory, createBlobDirectory } from '@stowage/testing/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newBlobKey } from '../../blobs/blob-key.ts'
import type { StagedFile } from '../../staging/staging.ts'
import { type FileSystemEvent, watchedFileSystem } from '../../testing/watched-file-system.ts'
import { type DiskFiles, disk } from './blobs.ts'

/** Keys of one span of time, so that their blobs share a directory. */
const sharedKey = () => newBlobKey(0)
const file = stagedBytes(randomBytes(1000))

let directory: BlobDirectory

beforeEach(async () => {
  directory = await createBlobDirectory()
})

afterEach(() => directory.remove())

/** A store, and the log of what it did; `resolved` notes that a put of the key was answered. */
function loggedStore() {
  const log: (FileSystemEvent | { readonly resolved: string })[] = []
  const fileSystem = watchedFileSystem((event) => void log.push(event))
  const blobs = disk({ directory: directory.path, fileSystem })
  return {
    blobs,
    log,
    async put(key: string, staged: StagedFile = file) {
      await blobs.put(key, staged)
      log.push({ resolved: key })
    },
    /** Where in the log this is, from `after` on; fails when it is nowhere. */
    at(wanted: Partial<FileSystemEvent> | { readonly resolved: string }, after = 0): number {
      const index = log.findIndex(
        (entry, position) =>
          position >= after &&
          Object.entries(wanted).every(([name, value]) => Reflect.get(entry, name) === value),
      )
      expect(index, JSON.stringify(wanted)).toBeGreaterThanOrEqual(0)
      return index
    },
  }
}

/** Something to wait for until it is opened. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { open: () => open(), opened }
}

const turn = () => new Promise(setImmediate)

function placeOf(key: string): string {
  return join(directory.path, 'blobs', key.slice(0, 4), key.slice(4, 6), key)
}

describe('what is durable when a put resolves', () => {
  it('the name: a sync of the directory began after the file was made, and ended', async () => {
    const { put, at } = loggedStore()
    const keys = Array.from({ length: 50 }, sharedKey)
    await Promise.all(keys.map((key) => put(key)))
    for (const key of keys) {
      const target = placeOf(key)
      const made = at({ phase: 'end', method: 'open', target })
      const sync = { method: 'syncDirectory', target: dirname(target) } as const
      const began = at({ ...sync, phase: 'start' }, made)
      const ended = at({ ...sync, phase: 'end' }, began)
      expect(at({ resolved: key })).toBeGreaterThan(ended)
    }
  })

  it('the bytes: the file was synced before it was closed', async () => {
    const { put, at } = loggedStore()
    await put(sharedKey())
    const written = at({ phase: 'end', method: 'write' })
    const synced = at({ phase: 'end', method: 'sync' }, written)
    at({ phase: 'start', method: 'close' }, synced)
  })

  it('the bytes of a staged file: synced before it gets its second name', async () => {
    const { blobs, put, at } = loggedStore()
    const key = sharedKey()
    const staged = await stagedIn(blobs.staging, randomBytes(1000))
    await put(key, staged)
    const synced = at({ phase: 'end', method: 'sync' })
    const linked = at({ phase: 'end', method: 'link', target: placeOf(key) }, synced)
    at({ phase: 'end', method: 'syncDirectory', target: dirname(placeOf(key)) }, linked)
    await staged.content.discard()
  })

  it('the directories: each was made, then the one above it synced', async () => {
    const { put, at } = loggedStore()
    const key = sharedKey()
    await put(key)
    const answered = at({ resolved: key })
    for (let path = dirname(placeOf(key)); path !== directory.path; path = dirname(path)) {
      const made = at({ phase: 'end', method: 'mkdir', target: path })
      const began = at({ phase: 'start', method: 'syncDirectory', target: dirname(path) }, made)
      const ended = at({ phase: 'end', method: 'syncDirectory', target: dirname(path) }, began)
      expect(ended).toBeLessThan(answered)
    }
  })

  it('the directories, also when another process made them and has not synced them yet', async () => {
    const { put, at } = loggedStore()
    const key = sharedKey()
    await mkdir(dirname(placeOf(key)), { recursive: true })
    await put(key)
    const answered = at({ resolved: key })
    for (let path = dirname(placeOf(key)); path !== directory.path; path = dirname(path)) {
      const synced = at({ phase: 'end', method: 'syncDirectory', target: dirname(path) })
      expect(synced).toBeLessThan(answered)
    }
  })

  it('the directories, also when they were removed meanwhile and made again', async () => {
    const { blobs, log, put, at } = loggedStore()
    const [first, second] = [sharedKey(), sharedKey()]
    await put(first)
    await blobs.delete([first])
    const removed = log.length
    await put(second)
    const path = dirname(placeOf(second))
    const made = at({ phase: 'end', method: 'mkdir', target: path }, removed)
    const synced = at({ phase: 'end', method: 'syncDirectory', target: dirname(path) }, made)
    expect(at({ resolved: second })).toBeGreaterThan(synced)
  })

  it('the directories, also when another put is just making them again', async () => {
    const [removed, waiting, making] = [sharedKey(), sharedKey(), sharedKey()]
    const bucket = dirname(placeOf(making))
    const gates = { opening: gate(), parentSync: gate() }
    const reached = { opening: gate(), parentSync: gate() }
    let armed = false
    const fileSystem = watchedFileSystem(async ({ phase, method, target }) => {
      if (!armed || phase === 'end') return
      if (method === 'open' && target === placeOf(waiting)) {
        reached.opening.open()
        await gates.opening.opened
      }
      if (method === 'syncDirectory' && target === dirname(bucket)) {
        reached.parentSync.open()
        await gates.parentSync.opened
      }
    })
    const blobs = disk({ directory: directory.path, fileSystem })
    await blobs.put(removed, file)
    armed = true
    // It knows the directory as durable, and comes to its file only when that is another one.
    let answered = false
    const late = blobs.put(waiting, file).then(() => {
      answered = true
    })
    await reached.opening.opened
    await blobs.delete([removed])
    const other = blobs.put(making, file)
    await reached.parentSync.opened
    gates.opening.open()
    const made = () =>
      directory.files().then((files) => files.some((name) => name.includes(waiting)))
    while (!(await made()) || (await directory.openFiles()).length > 0) await turn()
    for (let turns = 0; turns < 100; turns += 1) await turn()
    expect(answered).toBe(false)
    gates.parentSync.open()
    await Promise.all([late, other])
  })
})

describe('what is durable when a quarantine resolves', () => {
  it('the new name, and then that the old one is gone', async () => {
    const { blobs, put, at } = loggedStore()
    const key = sharedKey()
    await put(key)
    await blobs.quarantine(key)
    const aside = join(directory.path, 'quarantine', key)
    const sync = { phase: 'end', method: 'syncDirectory' } as const
    const renamed = at({ phase: 'end', method: 'rename', target: aside })
    const named = at({ ...sync, target: dirname(aside) }, renamed)
    at({ ...sync, target: dirname(placeOf(key)) }, named)
    at({ ...sync, target: directory.path })
  })

  it('the new name, although another process removes the emptied directory just then', async () => {
    const key = sharedKey()
    const fileSystem = watchedFileSystem(async ({ phase, method }) => {
      if (phase === 'end' && method === 'rename') await rmdir(dirname(placeOf(key)))
    })
    const blobs = disk({ directory: directory.path, fileSystem })
    await blobs.put(key, file)
    await blobs.quarantine(key)
    expect(await directory.files()).toEqual([join('quarantine', key)])
  })
})

describe('what is durable when a delete resolves', () => {
  it('that the names are gone: a sync of each directory began after the last was removed', async () => {
    const { blobs, log, put, at } = loggedStore()
    const keys = [sharedKey(), sharedKey(), newBlobKey(2 ** 30)]
    for (const key of keys) await put(key)
    log.length = 0
    await blobs.delete(keys)
    for (const key of keys) {
      const removed = at({ phase: 'end', method: 'unlink', target: placeOf(key) })
      const sync = { method: 'syncDirectory', target: dirname(placeOf(key)) } as const
      const began = at({ ...sync, phase: 'start' }, removed)
      at({ ...sync, phase: 'end' }, began)
    }
  })

  it('also what was removed before, by one whose process may have ended too soon', async () => {
    const { blobs, log, put, at } = loggedStore()
    const key = sharedKey()
    await put(key)
    await put(sharedKey())
    await blobs.delete([key])
    log.length = 0
    await blobs.delete([key])
    at({ phase: 'end', method: 'syncDirectory', target: dirname(placeOf(key)) })
  })

  it('nothing, where there is no such directory: none is made', async () => {
    const { blobs, log } = loggedStore()
    await blobs.delete([sharedKey()])
    expect(log.filter((entry) => 'method' in entry && entry.method === 'mkdir')).toEqual([])
  })
})

describe('puts at the same time', () => {
  it('share the sync of their directory', async () => {
    const count = 50
    const bucket = dirname(placeOf(sharedKey()))
    let closed = 0
    let syncs = 0
    let allClosed = () => {}
    const held = new Promise<void>((resolve) => (allClosed = resolve))
    const fileSystem = watchedFileSystem(async ({ phase, method, target }) => {
      if (phase === 'end' && method === 'close' && ++closed === count) allClosed()
      if (phase === 'start' && method === 'syncDirectory' && target === bucket) {
        syncs += 1
        await held
      }
    })
    const blobs: DiskFiles = disk({
      directory: directory.path,
      fileSystem,
    })
    await Promise.all(Array.from({ length: count }, () => blobs.put(sharedKey(), file)))
    // The one that the first put began, and one for all that came while it ran.
    expect(syncs).toBe(2)
  })

  it('make a directory once', async () => {
    const { put, log } = loggedStore()
    await Promise.all(Array.from({ length: 50 }, () => put(sharedKey())))
    const made = log.filter(
      (entry) => 'method' in entry && entry.method === 'mkdir' && entry.phase === 'end',
    )
    expect(made).toHaveLength(3)
  })
})
