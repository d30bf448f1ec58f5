import type { Readable } from 'node:stream'
import type { Client } from '@stowage/client'
import type { AssetFilter, AssetStore, UploadSource } from '@stowage/core'
import type { AssetSort } from '@stowage/core/types'
import type { LocalLocation, ServiceLocation } from '../options/location.ts'
import type { AssetItem } from './asset-item.ts'

/** Which assets, in which order. Filters are those of the store; a service gets them by its own names. */
export interface FindQuery {
  readonly filter: AssetFilter
  /** `only`: those in the trash. Default: active ones. */
  readonly trashed?: 'only' | 'with'
  readonly sort?: AssetSort
}

/** The bytes of an asset or of a variant. */
export interface OpenedFile {
  readonly body: Readable
  /** `null` when the service does not say. */
  readonly size: number | null
  /** Checksum of `body`. `null` for a variant from a service. */
  readonly sha256: string | null
  /** Without dot. */
  readonly extension: string
}

/** A folder of the store. */
export interface FolderItem {
  readonly id: string
  readonly name: string
  readonly parent_id: string | null
  /** From the top down to it. */
  readonly path: readonly string[]
  /** Whose scope it is in; `null`: that of the whole store. */
  readonly created_by: string | null
}

/** The usage of a tenant, by the names of the HTTP API. */
export interface UsageFacts {
  readonly assets: number
  readonly bytes: number
  readonly trashed_assets: number
  readonly trashed_bytes: number
  readonly by_type: Readonly<
    Record<string, { readonly assets: number; readonly bytes: number }>
  > | null
  readonly quota: { readonly bytes: number | null; readonly assets: number | null } | null
}

/** An API key, by the names of the HTTP API. */
export interface KeyItem {
  readonly id: string
  readonly name: string
  readonly permissions: readonly string[]
  readonly created_at: string
  readonly last_used_at: string | null
  readonly expires_at: string | null
  readonly revoked_at: string | null
}

/** What a new key may do. */
export interface NewKey {
  readonly name: string
  readonly permissions?: readonly string[]
  readonly expiresAt?: Date
}

/** Keys of the tenant. */
export interface KeysTarget {
  create(
    key: NewKey,
    signal: AbortSignal,
  ): Promise<{ readonly key: KeyItem; readonly token: string }>
  /** Newest first, including revoked ones. */
  list(signal: AbortSignal): Promise<readonly KeyItem[]>
  revoke(id: string, signal: AbortSignal): Promise<void>
}

/** What the state of a job can be. */
export const JOB_STATES = ['waiting', 'running', 'dead'] as const

/** The state of a job. */
export type JobStateName = (typeof JOB_STATES)[number]

/** A job, by the names of the HTTP API. */
export interface JobItem {
  readonly id: string
  readonly kind: string
  readonly state: JobStateName
  readonly priority: number
  readonly attempt: number
  readonly max_attempts: number
  readonly run_at: string
  readonly created_at: string
  /** `null` also on a service, which does not say it. */
  readonly key: string | null
  /** Why the last attempt failed; `null` also on a service. */
  readonly error: string | null
}

/** Which jobs to list. */
export interface JobFilter {
  readonly kind?: string
  readonly state?: JobStateName
}

/** Jobs of the tenant. */
export interface JobsTarget {
  /** The oldest first. */
  list(filter: JobFilter, signal: AbortSignal): AsyncIterable<JobItem>
  /** A job that is not dead stays as it is. */
  retry(id: string, signal: AbortSignal): Promise<void>
  discard(id: string, signal: AbortSignal): Promise<void>
}

/** Options of a change of all matching assets. */
export interface MatchingOptions {
  readonly signal: AbortSignal
  readonly onProgress: (done: number) => void
}

/** Where to store the file of a URL. Without a `name` it gets that of the host or the URL. */
export interface UrlDestination {
  readonly folderId: string | null
  readonly name?: string
}

/** What commands can do both with a store and with a service. */
export interface CommonTarget {
  /** For people: the folder, the database, the URL. */
  readonly name: string
  find(query: FindQuery, signal: AbortSignal): AsyncIterable<AssetItem>
  count(query: FindQuery, signal: AbortSignal): Promise<number>
  /** An active asset. */
  get(id: string, signal: AbortSignal): Promise<AssetItem>
  open(asset: AssetItem, variant: string | undefined, signal: AbortSignal): Promise<OpenedFile>
  /** Stores the file at a URL. A service fetches it itself and does not use `fetcher`. */
  storeUrl(
    url: string,
    where: UrlDestination,
    options: { readonly signal: AbortSignal; fetcher(url: string): UploadSource },
  ): Promise<AssetItem>
  /** At most 1000 ids, all or none. On a service, every id counts as moved. */
  trash(ids: readonly string[], signal: AbortSignal): Promise<void>
  restore(ids: readonly string[], signal: AbortSignal): Promise<void>
  purge(ids: readonly string[], signal: AbortSignal): Promise<void>
  /** Changes all matching assets if there are as many as expected. Resolves to how many have changed. */
  changeMatching(
    change: 'trash' | 'restore',
    filter: AssetFilter,
    expected: number,
    options: MatchingOptions,
  ): Promise<number>
  usage(signal: AbortSignal): Promise<UsageFacts>
  /** Folders directly in this one; `null`: at the top. Without one: all. */
  folders(signal: AbortSignal, parentId?: string | null): Promise<readonly FolderItem[]>
  folder(id: string, signal: AbortSignal): Promise<FolderItem>
  readonly keys: KeysTarget
  readonly jobs: JobsTarget
  close(): Promise<void>
}

/** A store that this process has open. */
export interface LocalTarget extends CommonTarget {
  readonly kind: 'local'
  readonly location: LocalLocation
  readonly store: AssetStore
}

/** A service. */
export interface ServerTarget extends CommonTarget {
  readonly kind: 'server'
  readonly location: ServiceLocation
  readonly client: Client
}

/** Where a command works. */
export type Target = LocalTarget | ServerTarget
