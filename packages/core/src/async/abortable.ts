/**
 * `items` until the signal aborts; a pending `next()` is then no longer waited for. Not a generator, because every
 * chunk of an upload passes through it.
 */
export function abortable<T>(
  items: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
): AsyncIterable<T> | Iterable<T> {
  if (signal === undefined) return items
  return { [Symbol.asyncIterator]: () => abortableIterator(iteratorOf(items), signal) }
}

function iteratorOf<T>(items: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
}

function abortableIterator<T>(
  iterator: AsyncIterator<T> | Iterator<T>,
  signal: AbortSignal,
): AsyncIterator<T> {
  // One listener for all items: each would cost more than its chunk does.
  let reject: ((reason: unknown) => void) | undefined
  const stop = () => signal.removeEventListener('abort', abort)
  const abort = () => {
    stop()
    reject?.(signal.reason)
    // It may be stuck: its `return` would then wait for the same `next`.
    endOf(iterator).catch(() => {})
  }
  signal.addEventListener('abort', abort)

  return {
    next: () =>
      new Promise((resolve, fail) => {
        reject = fail
        if (signal.aborted) return abort()
        const failed = (error: unknown) => {
          stop()
          fail(error)
        }
        // An ignored rejection would end the process once the caller has left.
        nextOf(iterator).then((result) => {
          if (result.done) stop()
          resolve(result)
        }, failed)
      }),
    async return() {
      stop()
      await raceAbort(endOf(iterator), signal)
      return { done: true, value: undefined }
    },
  }
}

async function nextOf<T>(iterator: AsyncIterator<T> | Iterator<T>): Promise<IteratorResult<T>> {
  return iterator.next()
}

/** Rejects, and does not throw, when a generator that is running is asked to end. */
async function endOf<T>(iterator: AsyncIterator<T> | Iterator<T>): Promise<void> {
  await iterator.return?.()
}

/**
 * `value`, or a rejection with the signal's reason, whichever comes first. A later outcome of `value` is
 * ignored.
 */
export function raceAbort<T>(value: T | Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return Promise.resolve(value)
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    // An ignored rejection would end the process once the caller has left.
    Promise.resolve(value)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', abort))
  })
}
