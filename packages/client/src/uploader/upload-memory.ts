/** Remembers unfinished uploads: short texts under short keys. */
export interface UploadMemory {
  /** The text under a key; `null` without one. */
  get(key: string): string | null | Promise<string | null>
  /** Remembers a text. What it rejects with is passed over: the upload then ends with the page. */
  set(key: string, value: string): unknown
  /** Forgets a text. */
  delete(key: string): unknown
}

/** What is used of the storage of a page. */
interface Storage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const PREFIX = 'stowage-upload:'
/** Milliseconds after which no service still has an unfinished upload that nobody went on with. */
const LONGEST = 8 * 24 * 3_600_000

/** `localStorage`; `null` where there is none, or where the person forbids it. Forgets what is older than 8 days. */
export function localMemory(): UploadMemory | null {
  try {
    const { localStorage: storage } = globalThis as { readonly localStorage?: Storage }
    if (storage === undefined) return null
    for (const key of Object.keys(storage)) {
      const isOurs = key.startsWith(PREFIX)
      if (isOurs && savedFrom(storage.getItem(key)) === null) storage.removeItem(key)
    }
    return {
      get: (key) => storage.getItem(PREFIX + key),
      set: (key, value) => storage.setItem(PREFIX + key, value),
      delete: (key) => storage.removeItem(PREFIX + key),
    }
  } catch {
    return null
  }
}

/** What is remembered of an upload. */
export interface SavedUpload {
  readonly id: string
  /** The ticket that it was begun with: no other one reaches it. */
  readonly ticket?: string | undefined
}

/** The text for the memory. */
export function savedText(saved: SavedUpload): string {
  return JSON.stringify({ ...saved, at: Date.now() })
}

/** What the text says; `null` for another text, and for an upload that the service has forgotten. */
export function savedFrom(text: string | null): SavedUpload | null {
  try {
    const { id, ticket, at } = JSON.parse(text ?? '') as Readonly<Record<string, unknown>>
    if (typeof id !== 'string' || typeof at !== 'number' || Date.now() - at > LONGEST) return null
    return { id, ...(typeof ticket === 'string' && { ticket }) }
  } catch {
    return null
  }
}
