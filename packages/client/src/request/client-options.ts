/** Makes headers for one attempt. */
export type HeadersOfApp = () =>
  | Readonly<Record<string, string>>
  | Promise<Readonly<Record<string, string>>>

/** Where the service is, and who calls it. */
export interface ClientOptions {
  /** Scheme, host and mount path, up to `/api/v1`: `https://example.com/media`. In a page also a path: `/media`. */
  readonly baseUrl: string
  /**
   * An API key, or the token of an upload ticket, sent as Bearer token. A key is not for pages: everyone who opens a
   * page can read what is in it.
   */
  readonly token?: string | undefined
  /** Makes headers of your own for each attempt: a token that is renewed, a CSRF token. */
  readonly headers?: HeadersOfApp | undefined
  /** Whether requests carry cookies, as in `fetch`. Default: only to the page's own origin. */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  /** Used in place of the global `fetch`, and of XMLHttpRequest. In pages, progress then shows only the end. */
  readonly fetch?: typeof fetch | undefined
  /**
   * How often a call is tried again when the network or the service fails. Default 2. Some calls would be done twice,
   * or refused because the first attempt was done. They are tried again only when the service says that it did nothing:
   * creating keys, tickets and folders, deleting folders, changes with `ifMatch`, changes of all that match a filter.
   */
  readonly retries?: number | undefined
}

/** What every call takes. */
export interface CallOptions {
  /** Aborts the call, also while it waits to try again. The call rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** How often this call is tried again. Default: that of the client. */
  readonly retries?: number | undefined
  /**
   * Whether it is also tried again when the first attempt may have been done. Default: as the method says; see
   * `retries` of `ClientOptions`. Set it where a second one does no harm, or where you know what its refusal means.
   */
  readonly idempotent?: boolean | undefined
}
