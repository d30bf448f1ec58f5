const KEPT = 'stowage.key'
const OFFERED = 'stowage.offered-key'

/**
 * The key after `#key=` in a printed address. Removes it from the address bar and from the history. Keeps it until
 * `settleOffer`, so that a page which is reloaded before the service has answered finds it again.
 */
export function offeredKey(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key !== null) {
    history.replaceState(history.state, '', location.pathname + location.search)
    if (key !== '') write(OFFERED, key)
  }
  return key || read(OFFERED)
}

/** Forgets an offered key that was taken, refused or declined. */
export function settleOffer(): void {
  forget(OFFERED)
}

/** Keeps the key over reloads of this tab, until the tab is closed. */
export function keepKey(key: string): void {
  write(KEPT, key)
}

export function keptKey(): string | null {
  return read(KEPT)
}

export function forgetKey(): void {
  forget(KEPT)
}

function read(name: string): string | null {
  return withStorage((storage) => storage.getItem(name)) ?? null
}

function write(name: string, key: string): void {
  withStorage((storage) => storage.setItem(name, key))
}

function forget(name: string): void {
  withStorage((storage) => storage.removeItem(name))
}

/** Browsers may refuse all storage, above all in frames: the key then stays only in memory. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
