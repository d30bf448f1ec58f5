import type { ApiKeyRecord } from '../model/api-key.ts'
import { auditNotes, inNotedOrder, type NotesOfWrite } from '../model/audit-notes.ts'
import type { AuditedVerb, MethodOf, PortVerb } from './port-types.ts'
import { ALL_METHODS, type PortMethod } from './port-views.ts'

/** A write of the port, and what it answers. */
export interface DoneWrite {
  readonly verb: PortVerb
  readonly request: unknown
  readonly value: unknown
}

type NotesOf = (request: never, value: never) => NotesOfWrite
type RequestOf<Verb extends AuditedVerb> = Verb extends 'createKey'
  ? { readonly key: ApiKeyRecord }
  : Parameters<MethodOf<Verb>>[0]

/** What each write that can be audited notes: the compiler finds the verb that is missing. */
const NOTES: {
  readonly [Verb in AuditedVerb]: (
    request: RequestOf<Verb>,
    value: Awaited<ReturnType<MethodOf<Verb>>>,
  ) => NotesOfWrite
} = auditNotes

/** The writes that can be audited. */
export const AUDITED_WRITES: readonly PortMethod[] = ALL_METHODS.filter(
  ({ verb }) => verb !== null && verb in NOTES,
)

/**
 * What a write notes in the audit trail, as every database writes it: by what was done, each by the id of what it was done
 * to. Uploads keep the order of their files. Nothing of a write that cannot be audited.
 */
export function notesOfWrite({ verb, request, value }: DoneWrite): NotesOfWrite {
  const notesOf = (NOTES as Partial<Record<PortVerb, NotesOf>>)[verb]
  if (notesOf === undefined) return []
  const notes = notesOf(request as never, value as never)
  return verb === 'insert' ? notes : inNotedOrder(notes)
}
