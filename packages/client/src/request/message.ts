/** One attempt of a request. */
export interface Message {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob | undefined
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined
  readonly signal?: AbortSignal | undefined
  /** Gets the bytes of the body that were sent. */
  readonly onSent?: ((bytes: number) => void) | undefined
}

/** An answer whose body was read to its end. */
export interface Answer {
  readonly status: number
  readonly text: string
  /** A header as it came; `null` without it, and when another origin does not let this page read it. */
  header(name: string): string | null
}

/** Sends a message. Rejects with what the platform says when no answer comes. */
export type Transport = (message: Message) => Promise<Answer>
