import { type TracingChannel, tracingChannel } from 'node:diagnostics_channel'
import type { StowageTraces, Trace, TraceName } from './trace-events.ts'

type Channel = TracingChannel<unknown, Trace>

const channelOf = (name: TraceName): Channel => tracingChannel<unknown, Trace>(`stowage:${name}`)

const CHANNELS: { readonly [Name in TraceName]: Channel } = {
  upload: channelOf('upload'),
  analysis: channelOf('analysis'),
  variant: channelOf('variant'),
  commit: channelOf('commit'),
  read: channelOf('read'),
  request: channelOf('request'),
  job: channelOf('job'),
  delivery: channelOf('delivery'),
}

const ALL: readonly Channel[] = Object.values(CHANNELS)

/** What the members of an event say at its start, besides those that `startTrace` sets. */
export type TraceStart<Name extends TraceName> = Omit<
  StowageTraces[Name],
  'operation' | 'startedAt' | 'durationMs' | 'error'
>

/** Whether someone listens to any channel. Then even an operation that nobody listens to may be the parent of others. */
export function isTracing(): boolean {
  for (const channel of ALL) if (channel.hasSubscribers) return true
  return false
}

/** Whether an operation must be traced: someone listens to its channel, or its request measures what it does. */
export function isTraced(name: TraceName, parent: Trace | null): boolean {
  return CHANNELS[name].hasSubscribers || (parent !== null && timingsOf(parent) !== null)
}

/** The event of an operation that begins now: this very object, with the members that all events have. */
export function startTrace<Name extends TraceName>(
  operation: Name,
  start: TraceStart<Name>,
): StowageTraces[Name] {
  // One by one: a copy would take longer than all else that tracing does.
  const event = start as unknown as { -readonly [Member in keyof Trace]: unknown }
  event.operation = operation
  event.startedAt = performance.now()
  event.durationMs = null
  event.error = undefined
  return event as unknown as StowageTraces[Name]
}

/**
 * Runs an operation and publishes its event: `start` and `end` around the call, then `error` if it fails, and
 * `asyncStart` and `asyncEnd` when it is done, as `tracingChannel.tracePromise` of Node does.
 */
export async function traced<Event extends Trace, Result>(
  event: Event,
  work: (event: Event) => Promise<Result>,
): Promise<Result> {
  try {
    return await beginTrace(event, work)
  } catch (error) {
    event.error = error
    throw error
  } finally {
    endTrace(event)
  }
}

/** Runs an operation, traced if someone listens to its channel. `work` gets the event, to say what it learns. */
export function tracedIfHeard<Name extends TraceName, Result>(
  operation: Name,
  start: TraceStart<Name>,
  work: (trace: StowageTraces[Name] | null) => Promise<Result>,
): Promise<Result> {
  if (!isTraced(operation, start.parent)) return work(null)
  return traced<StowageTraces[Name], Result>(startTrace(operation, start), work)
}

/** The first half of `traced`: calls `work`, in the context that subscribers bind. The caller calls `endTrace`. */
export function beginTrace<Event extends Trace, Result>(
  event: Event,
  work: (event: Event) => Result,
): Result {
  const { start, end } = CHANNELS[event.operation]
  try {
    return start.runStores(event, work, undefined, event)
  } finally {
    end.publish(event)
  }
}

/** Publishes that an operation is done, with its duration. */
export function endTrace(event: Trace): void {
  event.durationMs = performance.now() - event.startedAt
  const timings = event.parent === null ? null : timingsOf(event.parent)
  if (timings !== null && event.operation !== 'upload') {
    addTiming(timings, event.operation === 'commit' ? 'db' : event.operation, event.durationMs)
  }
  const { asyncStart, asyncEnd, error } = CHANNELS[event.operation]
  if (event.error !== undefined) error.publish(event)
  asyncStart.publish(event)
  asyncEnd.publish(event)
}

/** Adds milliseconds to what the request of an operation measures. */
export function addTiming(timings: Record<string, number>, name: string, millis: number): void {
  timings[name] = (timings[name] ?? 0) + millis
}

/** What the request of an operation measures; `null`: nothing. */
export function timingsOf(trace: Trace): Record<string, number> | null {
  let root = trace
  while (root.parent !== null) root = root.parent
  return root.operation === 'request' ? root.timings : null
}
