import { isStowageError } from '@stowage/core'
import type { TagChanges } from '@stowage/core/types'
import type { JsonObject } from '../documents/json-members.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { folderIdAt, pointing } from '../folders/folder-request.ts'

/** The folder of `{ asset_ids, folder_id }`. Throws 422. */
export function parseDestination(body: JsonObject): string | null {
  return folderIdAt(body.folder_id, '/folder_id')
}

/** The tags of `{ asset_ids, add, remove }`. Throws 422. The store checks each tag. */
export function parseTagChanges(body: JsonObject): TagChanges {
  const changes = { add: tagsAt(body.add, '/add'), remove: tagsAt(body.remove, '/remove') }
  if (changes.add.length + changes.remove.length > 0) return changes
  throw invalidMember('/add', 'Send at least one tag to `add` or to `remove`.')
}

/** The mark of `{ asset_ids, is_favourite }`. Throws 422. */
export function parseFavourite(body: JsonObject): boolean {
  if (typeof body.is_favourite === 'boolean') return body.is_favourite
  throw invalidMember('/is_favourite', 'Send true or false.')
}

/** Turns an error of a bulk change into one for the client, unless it is about the assets. */
export function explainBulkChange(error: unknown): unknown {
  if (isStowageError(error, 'folder_not_found')) return pointing(error, '/folder_id')
  if (isStowageError(error, 'count_changed')) return pointing(error, '/expected')
  if (isStowageError(error, 'too_many_matches')) return pointing(error, '/filter')
  if (!isStowageError(error, 'invalid_argument')) return error
  const place = error.context.argument.split(/[.[\]]+/).filter(Boolean)
  if (place[0] !== 'add' && place[0] !== 'remove') return error
  return invalidMember(`/${place.join('/')}`, place.length > 1 ? TAG : TAGS)
}

const TAG = 'Each tag is a string of 1 to 64 characters, without comma.'
const TAGS = 'Send at most 100 tags, none of which is to be added and removed.'

function tagsAt(value: unknown, pointer: string): readonly string[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) throw invalidMember(pointer, 'Send a list of tags.')
  const wrong = value.findIndex((tag) => typeof tag !== 'string')
  if (wrong === -1) return value
  throw invalidMember(`${pointer}/${wrong}`, TAG)
}
