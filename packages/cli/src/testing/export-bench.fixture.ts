import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Asset, AssetStore } from '@stowage/core'
import { serve } from '@stowage/node'
import { afterEach, beforeEach } from 'vitest'
import { type ExportOptions, exportAssets } from '../export/export-assets.ts'
import { openLocalTarget } from '../target/local-target.ts'
import { openServerTarget } from '../target/server-target.ts'
import type { Target } from '../target/target.ts'

/** What exports are made of. */
export const EXPORT_SOURCES = ['of a store', 'of a service'] as const

type Report = Awaited<ReturnType<typeof exportAssets>>

/** A store of each test, directly or behind a service, and the folder that it is exported into. */
export interface ExportBench {
  /** A folder of the test's own. */
  readonly root: string
  /** The folder that exports write into. */
  readonly out: string
  readonly store: AssetStore
  readonly target: Target
  upload(name: string, content?: string, folderId?: string | null): Promise<Asset>
  run(options?: Partial<ExportOptions>, source?: Target): Promise<Report>
  /** The paths of all files in the folder, sorted. */
  exported(): Promise<string[]>
  /** Called after the test, the last one first. */
  onEnd(close: () => Promise<unknown>): void
}

/** The bench of the test that runs. To be called in `describe`. */
export function exportBenchOfEachTest(kind: (typeof EXPORT_SOURCES)[number]): () => ExportBench {
  let bench: ExportBench
  const closers: (() => Promise<unknown>)[] = []
  beforeEach(async () => {
    bench = await openBench(kind, (close) => closers.push(close))
  })
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })
  return () => bench
}

async function openBench(kind: string, onEnd: ExportBench['onEnd']): Promise<ExportBench> {
  const root = await mkdtemp(path.join(tmpdir(), 'stowage-export-'))
  onEnd(() => rm(root, { recursive: true, force: true }))
  const out = path.join(root, 'out')
  await mkdir(out)
  const directory = path.join(root, 'store')
  const location = { kind: 'local', directory, isDirectoryGiven: true } as const
  const others = { postgres: undefined, s3: undefined, tenant: undefined }
  const local = await openLocalTarget({ ...location, ...others }, 'create', () => {})
  const { store } = local
  onEnd(() => local.close())
  let target: Target = local
  if (kind === 'of a service') {
    const server = await serve(store, { port: 0, signals: false })
    onEnd(() => server.close())
    const { token: key } = await store.keys.create({ name: 'export' })
    target = openServerTarget({ kind: 'server', url: server.url, key })
  }
  return {
    root,
    out,
    store,
    target,
    onEnd,
    upload: (name, content = name, folderId = null) =>
      store.upload(Buffer.from(content), { name, folderId }),
    run(options = {}, source = target) {
      const { signal } = new AbortController()
      const query = { filter: {} }
      const defaults = { query, parallel: 3, force: false, signal, onDone: () => {} }
      return exportAssets(source, { ...defaults, directory: out, ...options })
    },
    async exported() {
      const entries = await readdir(out, { recursive: true, withFileTypes: true })
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(out, path.join(entry.parentPath, entry.name)))
        .sort()
    },
  }
}
