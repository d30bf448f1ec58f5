import type { ApiOptions, FailedRequest } from '@stowage/api'
import type { AssetStore, ScanVerdict } from '@stowage/core'
import type { FaultAction, PortCall } from '../fault-injection/fault-plan.ts'
import type { HttpFixture } from '../http/http-fixture.ts'

/** A store that a framework serves, and the handles by which a case makes things happen behind it. */
export interface AdapterFixture extends ServedAddress, Pick<HttpFixture, 'key'> {
  readonly store: AssetStore
  /** What a case changes before it sends. */
  readonly script: AdapterScript
  /** What `onError` was given so far. */
  readonly errors: readonly ReportedError[]
  /** Bytes of blobs that were read as a stream so far. */
  bytesRead(): number
  /** The callers in whose turns blobs were put so far. */
  readonly callers: readonly (string | undefined)[]
  /** Files of uploads and downloads that the process has open. Empty where the system does not say. */
  openFiles(): Promise<readonly string[]>
  /** Files of uploads and blobs on the disk. */
  storedFiles(): Promise<readonly string[]>
}

/** How clients reach a store, and what its cases may expect of the way. */
export interface ServedAddress extends Pick<HttpFixture, 'baseUrl' | 'fetch'> {
  /** Open connections of the server. Without it there are no raw connections. */
  connections?(): Promise<number>
  /**
   * Whether the adapter, and no framework, decides when a request of a connection begins, when it is asked for its
   * body, and when the connection closes.
   */
  readonly ownsConnections?: true
}

/** One call of `onError`. */
export interface ReportedError {
  readonly error: unknown
  readonly request: FailedRequest
}

/** What the store does. By default it accepts every file, and nothing fails. */
export interface AdapterScript {
  scan: () => ScanVerdict | Promise<ScanVerdict>
  /** How a call of the blob store fails. */
  fault: (call: PortCall) => FaultAction | undefined
}

/** The options that a case relies on: the framework's factory gets them. */
export type AdapterOptions = Required<
  Pick<ApiOptions, 'cors' | 'fromUrl' | 'limits' | 'onError' | 'page'>
>

/** A store as a framework serves it, on a port of its own. */
export interface ServedStore extends ServedAddress {
  /** Closes server and connections, and leaves the store open. */
  close(): Promise<void>
}

/** The one origin whose pages may read answers. */
export const PAGE_ORIGIN = 'https://app.example'

/** The one tenant that has a quota, and its bytes. */
export const LIMITED_TENANT = { name: 'limited', quota: 500 } as const

/** Bytes that an upload request may have. */
export const REQUEST_SIZE: number = 96 * 1024 ** 2
