const KEPT = 'stowage.key'
const OFFERED = 'stowage.offered-key'

/**
 * The key that a printed address has behind `#key=`. Takes it out of the address bar and of the history, so it is kept
 * until `settleOffer`: a page that is loaded anew before the service has answered finds it again.
 */
export function offeredKey(): string | null {
  const key = new URLSearchParams(location.hash.slice(1)).get('key')
  if (key !== null) {
    history.replaceState(history.state, '', location.pathname + location.search)
    if (key !== '') write(OFFERED, key)
  }
  return key || read(OFFERED)
}

/** The offer was taken, refused or declined. */
export function settleOffer(): void {
  forget(OFFERED)
}

/** Over reloads of this tab, and gone with it. */
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

/** Browsers may refuse all storage, in frames above all: the key is then kept in memory alone. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}
