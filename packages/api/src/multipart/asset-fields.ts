import type { UploadInput } from '@stowage/core'
import { OWN_NAMES } from '@stowage/core/internal'
import { parseJson } from '../body/parse-json.ts'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { OWN_DATA } from '../http/query/own-data.ts'
import { normalizeUuid } from '../http/urls/uuid.ts'

/** What fields say about a file, as the store takes it. The store checks it. */
export type FieldsOfFile = Omit<UploadInput, 'source' | 'name' | 'sha256'>

type Name = 'folder_id' | 'external_id' | (typeof OWN_NAMES)[number]

const NAMES: readonly string[] = ['folder_id', 'external_id', ...OWN_NAMES]
/** Twice as many tags or members as an asset may have, so that the store says what is wrong with more. */
const OWN_DATA_BUDGET = { values: 256 }
/** Fields of the next file only, like its digest. The others apply to all files after them. */
const OF_ONE_FILE: readonly Name[] = ['title', 'alt', 'focus', 'external_id']

/** The text fields of an upload form that describe the files after them. An empty one is ignored. */
export class AssetFields {
  /** Whether a field of this name describes files. */
  static knows(name: string): boolean {
    return isName(name)
  }

  readonly #standing = new Map<Name, unknown>()
  readonly #ofNext = new Map<Name, unknown>()
  /** Fields that no file has followed yet. */
  readonly #unused = new Set<Name>()

  /**
   * Takes a text field if it is one of these. Throws 422 for a second field of the same name before a file, and for
   * broken JSON.
   */
  read(name: string, text: string, index: number): void {
    if (!isName(name) || text === '') return
    if (this.#unused.has(name)) throw unusable(name, 'Give it once before a file.', index)
    this.#unused.add(name)
    const fields = OF_ONE_FILE.includes(name) ? this.#ofNext : this.#standing
    fields.set(name, valueOfField(name, text, index))
  }

  /** What the fields so far say about the next file. */
  takeForFile(): FieldsOfFile {
    const {
      folder_id: folderId,
      external_id: externalId,
      ...own
    } = Object.fromEntries([...this.#standing, ...this.#ofNext])
    this.#ofNext.clear()
    this.#unused.clear()
    return {
      ...own,
      ...(folderId !== undefined && { folderId: folderId as string | null }),
      ...(externalId !== undefined && { externalId: externalId as string }),
    }
  }

  /** Throws 422 when a field came after the last file: the client would believe that it had been used. */
  assertUsed(index: number): void {
    const [name] = this.#unused
    if (name !== undefined) throw unusable(name, 'Send it before the file.', index)
  }
}

function isName(name: string): name is Name {
  return NAMES.includes(name)
}

function valueOfField(name: Name, text: string, index: number): unknown {
  if (name === 'title' || name === 'external_id') return text
  if (name === 'folder_id') return text === 'null' ? null : normalizeUuid(text)
  try {
    return parseJson(Buffer.from(text), OWN_DATA_BUDGET)
  } catch {
    throw unusable(name, `Send JSON. ${OWN_DATA[name]}`, index)
  }
}

function unusable(parameter: string, detail: string, index: number): ApiError {
  return apiError('invalid_body', detail, { source: { parameter }, meta: { index } })
}
