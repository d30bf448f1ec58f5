import { MAX_FOLDER_DEPTH } from '@stowage/core/internal'
import { EntryError } from '../entries/refusal.ts'
import { assertOneMore } from '../rows/folder-names.ts'
import { pagesIfThere, type Query } from './database-rows.ts'

/** Text by its language. */
export type TextByLanguage = Readonly<Record<string, string>>

/** What Payload keeps about a file besides its row. */
export interface PayloadTables {
  /** The alternative texts of rows whose `alt` is localized, by the id of the row. */
  readonly alts: ReadonlyMap<string, TextByLanguage>
  /** The folders of the library, by their ids. */
  readonly folders: ReadonlyMap<string, PayloadFolder>
}

/** A folder, as its row says. */
export interface PayloadFolder {
  readonly name: string
  /** The id of its parent folder; `null` at the top. */
  readonly parent: string | null
}

/** Reads the tables besides that of the collection. A missing table counts as empty. */
export async function readPayloadTables(query: Query, table: string): Promise<PayloadTables> {
  const alts = new Map<string, Record<string, string>>()
  const texts = `SELECT _parent_id, _locale, alt FROM ${table}_locales
    WHERE alt IS NOT NULL AND alt <> '' ORDER BY _parent_id, _locale`
  for await (const { _parent_id: row, _locale: language, alt } of pagesIfThere(query, texts)) {
    alts.set(String(row), { ...alts.get(String(row)), [String(language)]: String(alt) })
  }
  const folders = new Map<string, PayloadFolder>()
  const tree = 'SELECT id, name, folder_id FROM payload_folders ORDER BY id'
  for await (const { id, name, folder_id: parent } of pagesIfThere(query, tree)) {
    folders.set(String(id), { name: String(name), parent: parent == null ? null : String(parent) })
  }
  return { alts, folders }
}

/**
 * The names of a folder and its parents, from the top. None for an id that is not a folder of the library. An
 * `EntryError` for more folders than a store takes, which also stops a cycle.
 */
export function payloadFolderNames(
  id: unknown,
  folders: PayloadTables['folders'],
): readonly string[] {
  const names: string[] = []
  let folder = folders.get(String(id))
  while (folder !== undefined) {
    assertOneMore(names)
    names.unshift(folder.name)
    folder = folder.parent === null ? undefined : folders.get(folder.parent)
  }
  return names
}

/** The same for the folder of a document, which contains its parents as deep as the document was read. */
export function documentFolderNames(folder: unknown): readonly string[] {
  const names: string[] = []
  let at = folder
  while (typeof at === 'object' && at !== null && names.length < MAX_FOLDER_DEPTH) {
    const { name, folder: parent } = at as { readonly name?: unknown; readonly folder?: unknown }
    names.unshift(String(name))
    at = parent
  }
  if (names.length === 0 || at == null) return names
  throw new EntryError(
    `is in more folders than were read: read documents with depth ${MAX_FOLDER_DEPTH}`,
  )
}
