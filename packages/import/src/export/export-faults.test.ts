import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type AssetStore, isStowageError, openAssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { type FaultAction, faultPlan, faultyBlobs, faultyMetadata } from '@stowage/testing'
import { expect, it } from 'vitest'
import { folderOf } from '../entries/folder.fixture.ts'
import { archiveEntries } from '../sources/archive-entries.ts'
import { exportTenant } from './export-tenant.ts'

const metadata = createMemoryMetadata()
const ports = { metadata: { ...metadata, close: async () => {} }, blobs: createMemoryBlobs() }

interface Happens {
  readonly abort: () => void
  readonly close: () => void
}

/** What happens at a call. */
const FAULTS: Readonly<Record<string, (happens: Happens) => FaultAction | undefined>> = {
  fails: () => ({ kind: 'fail' }),
  'is cut off': () => ({ kind: 'cut' }),
  'comes with an abort': ({ abort }) => void abort(),
  'comes with a close': ({ close }) => void close(),
}

async function prepare(): Promise<void> {
  const store = createAssetStore({ ...ports, advanced: { sweepEveryMs: false } })
  const { id: folderId } = await store.folders.create({ name: 'Trips' })
  const { id } = await store.upload(Buffer.alloc(600_000, 'large'), { name: 'large', folderId })
  await store.upload(Buffer.from('small'), { name: 'small' })
  await store.owners.add(id, { type: 'post', id: '1' })
  await store.trash((await store.upload(Buffer.alloc(600_000, 'away'))).id)
  await store.close()
}

/** Exports with a fault at the call of this number. Resolves to how many calls there were. */
async function exportWith(fault: string, number: number): Promise<number> {
  const folder = await folderOf({})
  const file = path.join(folder, 'default.tar')
  const controller = new AbortController()
  const reason = new Error('enough')
  let store: AssetStore | undefined
  let closing: Promise<void> | undefined
  const happens: Happens = {
    abort: () => controller.abort(reason),
    close() {
      closing = store?.close()
    },
  }
  const plan = faultPlan((call) => (call.number === number ? FAULTS[fault]?.(happens) : undefined))
  store = createAssetStore({
    metadata: faultyMetadata(ports.metadata, plan),
    blobs: faultyBlobs(ports.blobs, plan),
    advanced: { sweepEveryMs: false },
  })
  const { signal } = controller
  const failure = await exportTenant(store, 'default', { file, signal }).then(
    () => undefined,
    (error: unknown) => error,
  )
  const count = plan.calls.length
  await Promise.all([closing, store.close()])
  if (failure === undefined) expect(await namesOf(file)).toHaveLength(10)
  else {
    if (failure !== reason) expect(isStowageError(failure), `${failure}`).toBe(true)
    expect(await readdir(folder)).toEqual([])
  }
  if (number === 0) expect(failure).toBeUndefined()
  return count
}

async function namesOf(file: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { name } of archiveEntries(file)) names.push(name)
  return names
}

it('leaves a whole archive or none, whatever happens at a call of the database or the storage', async () => {
  await prepare()
  const count = await exportWith('nothing', 0)
  expect(count).toBeGreaterThan(8)
  for (const fault of Object.keys(FAULTS)) {
    for (let number = 1; number <= count; number += 1) await exportWith(fault, number)
  }
})

it('rejects with the reason of an abort, wherever it reads a file then', async () => {
  const folder = await folderOf({})
  const store = await openAssetStore({
    directory: path.join(folder, 'store'),
    advanced: { sweepEveryMs: false },
  })
  try {
    for (let n = 0; n < 4; n += 1) await store.upload(Buffer.alloc(4_000_000, n))
    const outcomes: unknown[] = []
    const reason = new Error('enough')
    // The turns of the event loop after which it is aborted.
    for (let turns = 0; turns < 60; turns += 3) {
      const controller = new AbortController()
      const exported = exportTenant(store, 'default', {
        file: path.join(folder, `${turns}.tar`),
        signal: controller.signal,
      }).catch((error: unknown) => error)
      for (let turn = 0; turn < turns; turn += 1) await setImmediate()
      controller.abort(reason)
      const outcome = await exported
      // It may have been complete by then.
      if (!(outcome instanceof Object && 'assets' in outcome)) outcomes.push(outcome)
    }
    expect(outcomes.length).toBeGreaterThan(5)
    expect(outcomes.filter((each) => each !== reason)).toEqual([])
  } finally {
    await store.close()
  }
})
