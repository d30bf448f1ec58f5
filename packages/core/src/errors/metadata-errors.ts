import { StowageError } from './stowage-error.ts'

/** `asset_not_found`, with the ids in the order given. */
export function assetNotFound(ids: readonly string[]): StowageError {
  return new StowageError('asset_not_found', 'There is no such asset; it may have been purged.', {
    context: { ids },
  })
}

/** `asset_not_found` of a call that needs active assets. `trashed`: those of the ids that are in the trash. */
export function activeAssetsNotFound(
  ids: readonly string[],
  [trashed]: readonly string[],
): StowageError {
  const message =
    trashed === undefined
      ? 'There is no such asset; it may have been purged. Pass the id of an asset of this tenant.'
      : `The asset ${trashed} is in the trash. Restore it first.`
  return new StowageError('asset_not_found', message, { context: { ids } })
}

/** What `purge` says when some ids cannot be purged; `null` when all of them can. */
export function purgeRefusal(
  unknown: readonly string[],
  untrashed: readonly string[],
): StowageError | null {
  if (unknown.length > 0) {
    return new StowageError('asset_not_found', 'There is no such asset; it may have been purged.', {
      context: { unknown, untrashed },
    })
  }
  if (untrashed.length > 0) {
    return new StowageError(
      'not_trashed',
      'Only assets in the trash can be deleted for good. Trash it first.',
      {
        context: { ids: untrashed },
      },
    )
  }
  return null
}

/** `key_revoked`, whether the key is unknown, revoked or expired. */
export function keyRevoked(): StowageError {
  return new StowageError('key_revoked', 'The key of this call is not valid any more.')
}

/** `too_many_keys`. */
export function tooManyKeys(limit: number): StowageError {
  return new StowageError(
    'too_many_keys',
    `The tenant has ${limit} keys that are not revoked, which is the limit. Revoke those that are not needed.`,
    { context: { limit } },
  )
}

/** `exceeds_maker`. */
export function exceedsMaker(of: 'permissions' | 'expiresAt'): StowageError {
  const message = {
    permissions: 'A key can be made only with permissions that its maker has. Ask for fewer.',
    expiresAt: 'A key cannot outlast the key that makes it. Let it expire earlier.',
  }
  return new StowageError('exceeds_maker', message[of], { context: { of } })
}

/** `key_not_found`. */
export function keyNotFound(): StowageError {
  return new StowageError(
    'key_not_found',
    'There is no such key; `keys.list()` returns those that exist.',
  )
}

/** `ticket_not_found`. */
export function ticketNotFound(): StowageError {
  return new StowageError(
    'ticket_not_found',
    'There is no such upload ticket; it may have expired more than a day ago.',
  )
}

/** `ticket_revoked`, whether the ticket is unknown or revoked. */
export function ticketRevoked(): StowageError {
  return new StowageError('ticket_revoked', 'The ticket of this upload is not valid any more.')
}

/** `ticket_exhausted`, with what the ticket still allows. */
export function ticketExhausted(filesLeft: number, bytesLeft: number): StowageError {
  const files = `${filesLeft} more ${filesLeft === 1 ? 'file' : 'files'}`
  const bytes = `${bytesLeft} ${bytesLeft === 1 ? 'byte' : 'bytes'}`
  return new StowageError(
    'ticket_exhausted',
    `This upload ticket allows ${files} with ${bytes} in all. Make a new ticket.`,
    { context: { filesLeft, bytesLeft } },
  )
}

/** `quota_exceeded`; `limit` in bytes or assets, as `of` says. */
export function quotaExceeded(of: 'bytes' | 'assets', limit: number): StowageError {
  const unit = limit === 1 ? of.slice(0, -1) : of
  return new StowageError(
    'quota_exceeded',
    `This upload does not fit into the quota of ${limit} ${unit}. Purge what is not needed.`,
    { context: { limit, of } },
  )
}

/** `idempotency_conflict`. */
export function idempotencyConflict(): StowageError {
  return new StowageError(
    'idempotency_conflict',
    'This idempotency key was used for an upload of other files. Use a new key for each upload.',
  )
}

/** `reservation_lost`. */
export function reservationLost(): StowageError {
  return new StowageError('reservation_lost', 'The reservation of a blob ran out. Upload again.')
}

/** `invalid_argument`: `argument` must be unique, and its value is taken. */
export function alreadyExists(argument: string, cause?: unknown): StowageError {
  return new StowageError('invalid_argument', `This ${argument} exists already.`, {
    cause,
    context: { argument },
  })
}

/** `closed`. */
export function storeClosed(): StowageError {
  return new StowageError('closed', 'The asset store is closed. Open it again.')
}

/** `unavailable`: the records are moving to another database, or have moved. */
export function writesRefused(phase: 'paused' | 'moved'): StowageError {
  const message =
    phase === 'paused'
      ? 'The records are moving to another database. Try again in a moment.'
      : 'The records have moved to another database. Open the store there.'
  return new StowageError('unavailable', message, { context: { phase } })
}

/** `invalid_argument`: the state of this database does not allow the call. */
export function transferRefused(message: string): StowageError {
  return new StowageError('invalid_argument', message, { context: { argument: 'transfer' } })
}

/** `invalid_argument`: no changes are recorded, or no longer. */
export function recordingEnded(): StowageError {
  return transferRefused('No changes are recorded here; the migration may have been given up.')
}

/** `asset_not_found` for an upload that is repeated under its idempotency key, when these of its assets are gone. */
export function uploadedAndPurged(ids: readonly string[]): StowageError {
  return new StowageError(
    'asset_not_found',
    'This was uploaded before and has been purged since. To store it again, use a new idempotency key.',
    { context: { ids, repeated: true } },
  )
}

/** `invalid_argument` for a database with our version, made before the first release, when version 1 still changed. */
export function madeBeforeRelease(argument: 'file' | 'schema', missing: string): StowageError {
  return new StowageError(
    'invalid_argument',
    `The database was made before the first release: ${missing}. Export its files with the version that made it, and import them into a new store.`,
    { context: { argument } },
  )
}
