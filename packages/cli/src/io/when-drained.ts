import { once } from 'node:events'
import type { Writable } from 'node:stream'

/** Resolves when the stream takes more, or is closed: a long list waits here for a slow reader. */
export async function whenDrained(stream: Writable): Promise<void> {
  if (!stream.writableNeedDrain || stream.destroyed) return
  const done = new AbortController()
  const { signal } = done
  const events = ['drain', 'close', 'error'].map((name) => once(stream, name, { signal }))
  // An error of the stream is for the listener of the whole command.
  const settled = events.map((event) => event.catch(() => {}))
  await Promise.race(settled)
  done.abort()
  await Promise.all(settled)
}
