import { StowageError } from './stowage-error.ts'

/** `cursor_expired` */
export function cursorExpired(): StowageError {
  return new StowageError(
    'cursor_expired',
    'The feed no longer has the event of this cursor. Read what there is now, and go on from the latest event.',
  )
}
