import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryMetadata } from '@stowage/core/memory'
import type { ContractSetup } from '../contract/contract.ts'
import { faultPlan } from '../fault-injection/fault-plan.ts'
import { faultyBlobs } from '../fault-injection/faulty-blobs.ts'
import {
  type AdapterFixture,
  type AdapterOptions,
  type AdapterScript,
  LIMITED_TENANT,
  PAGE_ORIGIN,
  REQUEST_SIZE,
  type ReportedError,
  type ServedStore,
} from './adapter-fixture.ts'
import { TEST_PAGE } from './test-page.ts'
import { TEST_VARIANTS } from './test-variants.ts'
import { watchBlobs } from './watched-blobs.ts'

/**
 * Sets up `adapterContract`: `serve` puts a store behind a framework, with these options, and listens on the loopback
 * interface, 127.0.0.1. An adapter that cannot see its clients' address gets that one by its option. Every case gets
 * its own store, in a temporary folder.
 */
export function adapterSetup(
  serve: (store: AssetStore, options: AdapterOptions) => Promise<ServedStore>,
): ContractSetup<AdapterFixture> {
  return async () => {
    const directory = await realpath(await mkdtemp(path.join(tmpdir(), 'stowage-adapter-')))
    const errors: ReportedError[] = []
    const script: AdapterScript = { scan: () => 'accept', fault: () => undefined }
    const watched = watchBlobs(disk({ directory }))
    const store = createAssetStore({
      metadata: createMemoryMetadata(),
      blobs: faultyBlobs(
        watched.blobs,
        faultPlan((call) => script.fault(call)),
      ),
      scan: () => script.scan(),
      quota: (tenant) => (tenant === LIMITED_TENANT.name ? LIMITED_TENANT.quota : null),
      variants: TEST_VARIANTS,
      signing: { secrets: ['of the adapter contract, 32 bytes'] },
      advanced: { sweepEveryMs: false },
    })
    const { token: key } = await store.keys.create({ name: 'test' })
    const { close, ...served } = await serve(store, {
      cors: { origins: [PAGE_ORIGIN] },
      limits: { requestSize: REQUEST_SIZE },
      page: TEST_PAGE,
      // Connects to no other machine.
      fromUrl: (url) => Buffer.from(url),
      onError: (error, request) => void errors.push({ error, request }),
    })
    return {
      fixture: {
        ...served,
        store,
        key,
        script,
        errors,
        bytesRead: watched.bytesRead,
        callers: watched.callers,
        openFiles: () => openFilesBelow(directory),
        storedFiles: () => filesBelow(directory),
      },
      async dispose() {
        await close()
        await store.close()
        await rm(directory, { recursive: true, force: true })
      },
    }
  }
}

async function openFilesBelow(directory: string): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const descriptors = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    // The descriptor that lists them is already closed here.
    descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  )
  return targets.filter((file) => file.startsWith(directory))
}

async function filesBelow(directory: string): Promise<readonly string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
