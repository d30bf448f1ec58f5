/** One attempt to tell an endpoint of an event. */
export interface WebhookMessage {
  /** The event's, the same at each attempt. */
  readonly id: string
  readonly url: string
  /** `whsec_…`, the newest first. Each signs. */
  readonly secrets: readonly string[]
  /** JSON. */
  readonly body: string
}

/** What came of an attempt. */
export interface WebhookAnswer {
  /** The status of the answer; `null`: there was none. */
  readonly status: number | null
  /** The beginning of the body of the answer, or why there was none: at most 1024 characters. */
  readonly text: string
  /** Milliseconds after which the receiver wants the next attempt; `null`: it does not say. */
  readonly retryAfter: number | null
}

/** Sends messages to endpoints: `webhooks()` of `@stowage/webhooks`. */
export interface WebhookSender {
  /** Throws `url_refused` when nothing is ever sent to this URL, whatever its host resolves to. */
  assertUrl(url: string): void
  /** Makes one attempt. Rejects only with the reason of an aborted signal. */
  send(message: WebhookMessage, options: { readonly signal: AbortSignal }): Promise<WebhookAnswer>
}
