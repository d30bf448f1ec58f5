import { tooManyAttachments } from '../errors/owner-errors.ts'
import { MAX_PER_FIELD, MAX_PER_OWNER } from './owner.ts'

/** `too_many_attachments` unless there is room for this many in a field, and in all fields of its owner. */
export function assertRoom(inField: number, ofOwner: number): void {
  if (inField > MAX_PER_FIELD) throw tooManyAttachments(MAX_PER_FIELD)
  if (ofOwner > MAX_PER_OWNER) throw tooManyAttachments(MAX_PER_OWNER)
}
