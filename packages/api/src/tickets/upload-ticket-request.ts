import { isStowageError } from '@stowage/core'
import type { CreateTicketOptions } from '@stowage/core/types'
import { attributesIn, type JsonObject } from '../documents/json-members.ts'
import { invalidMember } from '../errors/invalid-member.ts'
import { folderIdAt, pointing } from '../folders/folder-request.ts'
import { blamedOwnData, OWN_DATA } from '../http/query/own-data.ts'

const FOLDER = '/data/attributes/folder_id'
const PENDING = 'pending_hours'
const NULLABLE: readonly string[] = ['allow', PENDING]

/** For each attribute, the name of the store's option and what the value must be. */
const ATTRIBUTES = {
  expires_in: ['expiresIn', '`expires_in` is a whole number of seconds from 1 to 86400.'],
  max_files: ['files', '`max_files` is a whole number from 1 to 10000.'],
  max_bytes: ['bytes', '`max_bytes` is a whole number of at least 1.'],
  allow: [
    'allow',
    '`allow` is a list of at most 100 types, such as `image/*` or `application/pdf`.',
  ],
  folder_id: ['folderId', '`folder_id` is the id of a folder, or null for none.'],
  tags: ['tags', OWN_DATA.tags],
  metadata: ['metadata', OWN_DATA.metadata],
  pending_hours: ['pending', '`pending_hours` is a whole number from 1 to 720, or null.'],
} as const

/**
 * Reads `{ data: { type: 'upload-tickets', attributes } }`. Throws 422 with the pointer of what is wrong, 409
 * `resource_mismatch` for another type. The store checks the values: `explainTicket` says what it found.
 */
export function parseUploadTicket(body: JsonObject): CreateTicketOptions {
  const given = attributesIn(body, 'upload-tickets')
  const options = Object.entries(ATTRIBUTES).flatMap(([name, [option]]) =>
    // Answers have `null` for what was left out, and clients may send that back.
    Object.hasOwn(given, name) && !(NULLABLE.includes(name) && given[name] === null)
      ? [[option, name === PENDING ? { hours: given[name] } : given[name]]]
      : [],
  )
  const folder =
    given.folder_id === undefined ? {} : { folderId: folderIdAt(given.folder_id, FOLDER) }
  return { ...Object.fromEntries(options), ...folder }
}

/** Turns an error of `tickets.create` into one for the client. */
export function explainTicket(error: unknown): unknown {
  if (isStowageError(error, 'folder_not_found')) return pointing(error, FOLDER)
  if (!isStowageError(error, 'invalid_argument')) return error
  const { argument } = error.context
  for (const [name, [option, detail]] of Object.entries(ATTRIBUTES)) {
    // `allow.0` and `allow[0]` name one of its members.
    if (argument !== undefined && argument.split(/[.[]/)[0] === option) {
      return invalidMember(`/data/attributes/${name}`, blamedOwnData(error)?.detail ?? detail)
    }
  }
  return error
}
