import assert from 'node:assert/strict'
import { setTimeout as passes } from 'node:timers/promises'
import type { ApiLimits } from '@stowage/api'
import type { OpenAssetStoreOptions } from '@stowage/core'
import type { HttpFixture } from '../http/http-fixture.ts'
import type { TemporaryStore } from '../http/temporary-store.ts'

/** A served API as an attacker finds it, and what can be seen behind the API. */
export interface HostileFixture extends Pick<HttpFixture, 'baseUrl' | 'key'> {
  /** Whether the adapter, not a framework, decides when a request on a connection begins. */
  readonly ownsConnections?: true
  /** What attacks have left behind. */
  traces(): Promise<Traces>
}

/** What requests have left behind. */
export interface Traces {
  /** Names of assets, in the trash or not. */
  readonly assets: readonly string[]
  /** Files of blobs, and files that uploads have begun. */
  readonly files: readonly string[]
  /** Those that the process has open. */
  readonly openFiles: readonly string[]
  readonly connections: number
}

/** Limits under which the suite must be served: `store` goes to the store, `api` to the adapter. */
export const HOSTILE_LIMITS: {
  readonly store: NonNullable<OpenAssetStoreOptions['limits']>
  readonly api: Partial<ApiLimits>
} = {
  store: { fileSize: 512 * 1024 },
  api: { requestSize: 1024 ** 2, jsonBody: 64 * 1024 },
}

/** Like `HOSTILE_LIMITS`, for the cases of slow clients; `server` goes to `http.createServer`. */
export const SLOW_LIMITS: {
  readonly api: Partial<ApiLimits>
  readonly adapter: { readonly stallTimeout: number }
  readonly server: Readonly<Record<string, number>>
} = {
  api: { idleTimeout: 400, patienceMs: 500, minimumRate: 1_000_000 },
  adapter: { stallTimeout: 400 },
  server: { requestTimeout: 0, headersTimeout: 400, connectionsCheckingInterval: 100 },
}

/**
 * The fixture of a temporary store that a server serves at `baseUrl`; the last argument counts the server's
 * connections.
 */
export function hostileFixtureOf(
  { key, store, openFiles, storedFiles }: TemporaryStore,
  baseUrl: string,
  connections: () => Promise<number> | number,
  { ownsConnections = true }: { readonly ownsConnections?: boolean } = {},
): HostileFixture {
  return {
    baseUrl,
    key,
    ...(ownsConnections && { ownsConnections }),
    async traces() {
      const lists = await Promise.all([
        store.list({ perPage: 100 }),
        store.list({ perPage: 100, trashed: true }),
      ])
      return {
        assets: lists.flatMap(({ assets }) => assets.map(({ name }) => name)),
        files: await storedFiles(),
        openFiles: await openFiles(),
        connections: await connections(),
      }
    },
  }
}

/** Milliseconds that the server may take to clean up. */
const RECOVERY_TIME = 15_000

/** Waits until only these assets are left, each in at most one file. */
export async function assertOnlyLeft(
  fixture: HostileFixture,
  assets: readonly string[],
  what = '',
): Promise<void> {
  const deadline = performance.now() + RECOVERY_TIME
  while (true) {
    const traces = await fixture.traces()
    const settled =
      traces.openFiles.length === 0 &&
      traces.connections === 0 &&
      traces.files.length === assets.length
    if (!settled && performance.now() < deadline) {
      await passes(20)
      continue
    }
    const { files, ...others } = traces
    assert.deepEqual(
      { ...others, files: files.length },
      { assets: assets.toReversed(), openFiles: [], connections: 0, files: assets.length },
      what,
    )
    return
  }
}
