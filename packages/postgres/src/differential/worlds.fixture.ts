import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { AssetStore } from '@stowage/core'
import { createAssetStore } from '@stowage/core/internal'
import { createMemoryBlobs, createMemoryMetadata } from '@stowage/core/memory'
import { sqlite } from '@stowage/core/sqlite'
import { onTestFinished } from 'vitest'
import { fixtureOfTest } from '../testing/postgres-fixture.ts'
import { createSymbols, type Symbols } from './symbols.fixture.ts'

const DAY = 86_400_000_000

/** A store on one database, and what its ids are called in all of them. */
export interface World {
  readonly database: 'memory' | 'sqlite' | 'postgres'
  readonly symbols: Symbols
  readonly views: Readonly<Record<View, AssetStore>>
  /** Tokens of keys and tickets, by symbol. */
  readonly tokens: Map<string, string>
}

export type View = 'whole' | 'other' | 'scoped' | 'otherScoped'
export const VIEWS: readonly View[] = ['whole', 'whole', 'whole', 'other', 'scoped', 'otherScoped']

/** A clock that all stores read: microseconds. */
export interface SharedClock {
  now: number
}

/** A store on each database, empty, with the same options and the same clock. Gone when the test ends. */
export async function openWorlds(clock: SharedClock): Promise<readonly World[]> {
  const read = () => clock.now
  const directory = await mkdtemp(path.join(tmpdir(), 'differential-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const file = path.join(directory, 'stowage.db')
  const metadata = {
    memory: createMemoryMetadata({ clock: read }),
    sqlite: await sqlite({ file }).open({ clock: read }),
    postgres: await fixtureOfTest().open({ clock: read, connections: 3 }),
  }
  return (['memory', 'sqlite', 'postgres'] as const).map((database) => {
    const store = createAssetStore({
      metadata: metadata[database],
      blobs: createMemoryBlobs(),
      advanced: { clock: read, sweepEveryMs: false },
      versions: { days: 5 },
      trash: { retentionDays: 3 },
      audit: { days: 10 },
      quota: () => ({ bytes: 300_000, assets: 400 }),
    })
    onTestFinished(() => store.close())
    const other = store.for({ tenant: 'other' })
    const views = {
      whole: store,
      other,
      scoped: store.for({ scope: { createdBy: 'ann' } }),
      otherScoped: other.for({ scope: { createdBy: null } }),
    }
    return { database, symbols: createSymbols(), views, tokens: new Map() }
  })
}

export { DAY }
