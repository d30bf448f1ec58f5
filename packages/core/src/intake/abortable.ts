/** `items` until the signal aborts: a pending `next()` is then no longer waited for. */
export async function* abortable<T>(
  items: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  if (signal === undefined) return yield* items
  const iterator =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let done = false
  // One listener for all items: each would cost more than its chunk does.
  let reject: ((reason: unknown) => void) | undefined
  const abort = () => reject?.(signal.reason)
  signal.addEventListener('abort', abort)
  const next = () =>
    new Promise<IteratorResult<T>>((resolve, fail) => {
      reject = fail
      if (signal.aborted) fail(signal.reason)
      // Also when nobody waits for it any more: its rejection must not end the process.
      Promise.resolve(iterator.next()).then(resolve, fail)
    })
  try {
    while (true) {
      const result = await next()
      if (result.done) {
        done = true
        return
      }
      yield result.value
    }
  } catch (error) {
    // The iterator threw, so it has ended; or it is stuck, and its `return` would wait for the same `next`.
    done = true
    if (signal.aborted) Promise.resolve(iterator.return?.()).catch(() => {})
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
    if (!done) await iterator.return?.()
  }
}

/** `value`, or a rejection with the signal's reason, whichever comes first. What `value` becomes later is nobody's. */
export function untilAborted<T>(
  value: T | Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return Promise.resolve(value)
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    // Also when nobody waits for it any more: its rejection must not end the process.
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
