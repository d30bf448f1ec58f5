import type { ApiOptions, FailedRequest } from '@stowage/api'
import type { AssetStore, ScanVerdict } from '@stowage/core'
import type { FaultAction, PortCall } from '../fault-injection/fault-plan.ts'
import type { HttpFixture } from '../http/http-fixture.ts'

/** A store that a framework serves, and the handles by which a case controls what happens in it. */
export interface AdapterFixture extends ServedAddress, Pick<HttpFixture, 'key'> {
  readonly store: AssetStore
  /** The behaviour that a case may change before it sends. */
  readonly script: AdapterScript
  /** Calls of `onError` so far. */
  readonly errors: readonly ReportedError[]
  /** Bytes of blobs read as a stream so far. */
  bytesRead(): number
  /** The callers in whose turns blobs were put so far. */
  readonly callers: readonly (string | undefined)[]
  /** Files of uploads and downloads that the process has open. Empty where the system does not report it. */
  openFiles(): Promise<readonly string[]>
  /** Files of uploads and blobs on disk. */
  storedFiles(): Promise<readonly string[]>
}

/** How clients reach a store, and what cases may expect of the connection. */
export interface ServedAddress extends Pick<HttpFixture, 'baseUrl' | 'fetch'> {
  /** Open connections of the server. Without it there are no raw connections. */
  connections?(): Promise<number>
  /**
   * Whether the adapter, not a framework, decides when a request on a connection begins, when to ask for its body, and
   * when the connection closes.
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

/** A store that a framework serves on its own port. */
export interface ServedStore extends ServedAddress {
  /** Closes server and connections, and leaves the store open. */
  close(): Promise<void>
}

/** The only origin whose pages may read answers. */
export const PAGE_ORIGIN = 'https://app.example'

/** The only tenant with a quota, and its bytes. */
export const LIMITED_TENANT = { name: 'limited', quota: 500 } as const

/** The most bytes of an upload request. */
export const REQUEST_SIZE: number = 96 * 1024 ** 2
