/**
 * The events of `node:diagnostics_channel`, one form for each tracing channel. They have no bytes, file names, tokens,
 * secrets or URLs. They have ids, for logs and spans; an id is no label of a metric, because there is no end of them.
 */

/** The operations that are traced. The channels are `stowage:upload`, `stowage:analysis` and so on. */
export type TraceName =
  | 'upload'
  | 'analysis'
  | 'variant'
  | 'commit'
  | 'read'
  | 'request'
  | 'job'
  | 'delivery'

/** What the events of all channels have. One operation publishes the same object from its start to its end. */
export interface TraceOf<Name extends TraceName> {
  /** The channel without its `stowage:`. */
  readonly operation: Name
  /**
   * The operation that this one is part of: the request of an upload, the upload of an analysis. `null` when it is part
   * of none, or of one that began while nothing was subscribed.
   */
  readonly parent: Trace | null
  /** The tenant it works for; `null`: unknown, or none. */
  tenant: string | null
  /** When it began, as `performance.now()`: milliseconds since the process started. */
  startedAt: number
  /** Milliseconds that it took; `null` until it ends. */
  durationMs: number | null
  /** What it failed with; `undefined` unless it did. */
  error: unknown
}

/** `stowage:upload`: files on their way into the store, from the first byte to the commit. */
export interface UploadTrace extends TraceOf<'upload'> {
  /** `replace`: a new content for an asset. `import`: a file of another system. */
  readonly kind: 'upload' | 'replace' | 'import'
  /** The assets that it returns; empty until it ends, and when it fails. */
  assetIds: readonly string[]
  /** Bytes of these assets. */
  bytes: number
}

/** `stowage:analysis`: finding out what one file is. */
export interface AnalysisTrace extends TraceOf<'analysis'> {
  /** Bytes of the file. */
  readonly bytes: number
  /** What was found; `null` until it ends. */
  mimeType: string | null
}

/** `stowage:variant`: one picture decoded, and variants made of it. */
export interface VariantTrace extends TraceOf<'variant'> {
  /** `upload`: while its upload waits. `background`: by a job, or by `fillVariants`. `request`: for whoever asked first. */
  readonly when: 'background' | 'upload' | 'request'
  /** The names asked for, such as `thumbnail`. */
  readonly variants: readonly string[]
  /** The asset; `null` during its upload, because there is none yet. */
  readonly assetId: string | null
  /** The names that could not be made; empty until it ends. */
  failed: readonly string[]
}

/** `stowage:commit`: one write to the records, from its call until it is durable. */
export interface CommitTrace extends TraceOf<'commit'> {
  /** What is written, such as `insert` or `setTrashed`. */
  readonly write: string
}

/** `stowage:read`: opening the bytes of a file. Files over 256 KiB are streams, which this does not wait for. */
export interface ReadTrace extends TraceOf<'read'> {
  /** The asset; `null` when its record was not found. */
  assetId: string | null
  /** The variant; `null`: the original. */
  readonly variant: string | null
  /** Bytes that are read; 0 until it ends. */
  bytes: number
}

/** `stowage:request`: a request to the API, until its answer is sent or cut off. */
export interface RequestTrace extends TraceOf<'request'> {
  /** Upper case, such as `GET`. */
  readonly method: string
  /** The pattern, such as `/api/v1/assets/{assetId}`; `null` where there is no route. */
  route: string | null
  /** The status of the answer; 0 until there is one. */
  status: number
  /** Bytes of the answer's body; `null`: unknown. */
  bytes: number | null
  /** The `x-request-id` of the answer. */
  readonly requestId: string
  /** Whether the client left before it had the whole answer. */
  isCutOff: boolean
  /** Milliseconds by what took them, where `Server-Timing` asks for them; else `null`. */
  readonly timings: Record<string, number> | null
}

/** `stowage:job`: one attempt at a job. */
export interface JobTrace extends TraceOf<'job'> {
  /** The kind of the job. */
  readonly kind: string
  /** The id of the job. */
  readonly jobId: string
  /** 1 for the first. */
  readonly attempt: number
}

/** `stowage:delivery`: one attempt to deliver an event to a webhook. */
export interface DeliveryTrace extends TraceOf<'delivery'> {
  /** The id of the endpoint. */
  readonly endpointId: string
  /** The id of the event. */
  readonly eventId: string
  /** What happened, such as `asset.created`. */
  readonly eventType: string
  /** 1 for the first. */
  readonly attempt: number
  /** What the receiver answered; `null` until it did. */
  status: number | null
}

/** The events by the name of their operation. */
export interface StowageTraces {
  readonly upload: UploadTrace
  readonly analysis: AnalysisTrace
  readonly variant: VariantTrace
  readonly commit: CommitTrace
  readonly read: ReadTrace
  readonly request: RequestTrace
  readonly job: JobTrace
  readonly delivery: DeliveryTrace
}

/** An event of any channel. */
export type Trace = StowageTraces[TraceName]
