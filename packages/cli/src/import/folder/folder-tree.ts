import { sanitizeFileName, siblingKey } from '@stowage/core/internal'
import type { ImportDestination } from '../destination/destination.ts'

/** The folders of a store by path, read and made only where an import needs them. */
export class FolderTree {
  readonly #destination: Pick<ImportDestination, 'folders' | 'makeFolder'>
  readonly #signal: AbortSignal
  /** For each folder that was read: the ids of its subfolders, by the key that tells siblings apart. */
  readonly #children = new Map<string | null, Promise<Map<string, Promise<string>>>>()

  constructor(destination: Pick<ImportDestination, 'folders' | 'makeFolder'>, signal: AbortSignal) {
    this.#destination = destination
    this.#signal = signal
  }

  /** `null` for an empty path, which means no folder. `undefined` when there is no such folder yet. */
  async find(path: readonly string[]): Promise<string | null | undefined> {
    let at: string | null = null
    for (const name of path) {
      const next: string | undefined = await (await this.#in(at)).get(folderKey(name))
      if (next === undefined) return undefined
      at = next
    }
    return at
  }

  /** Makes the missing folders of the path. */
  async make(path: readonly string[]): Promise<string | null> {
    let at: string | null = null
    for (const name of path) at = await this.#makeIn(at, name)
    return at
  }

  async #makeIn(parentId: string | null, name: string): Promise<string> {
    const children = await this.#in(parentId)
    const key = folderKey(name)
    const present = children.get(key)
    if (present !== undefined) return present
    const made = this.#destination.makeFolder(sanitizeFileName(name), parentId, this.#signal)
    // When files are imported at once, one of them makes their folder.
    children.set(key, made)
    made.catch(() => children.delete(key))
    return made
  }

  #in(parentId: string | null): Promise<Map<string, Promise<string>>> {
    const known = this.#children.get(parentId)
    if (known !== undefined) return known
    const read = this.#read(parentId)
    this.#children.set(parentId, read)
    read.catch(() => this.#children.delete(parentId))
    return read
  }

  async #read(parentId: string | null): Promise<Map<string, Promise<string>>> {
    const children = new Map<string, Promise<string>>()
    for await (const { id, name } of this.#destination.folders(parentId, this.#signal)) {
      children.set(folderKey(name), Promise.resolve(id))
    }
    return children
  }
}

/** The same for names of one folder. */
export function folderKey(name: string): string {
  return siblingKey(sanitizeFileName(name))
}
