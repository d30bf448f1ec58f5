import { StowageError } from './stowage-error.ts'

/** `too_many_attachments` */
export function tooManyAttachments(limit: number): StowageError {
  return new StowageError(
    'too_many_attachments',
    `An owner may have at most ${limit} assets there. Detach those that it does not need.`,
    { context: { limit } },
  )
}
