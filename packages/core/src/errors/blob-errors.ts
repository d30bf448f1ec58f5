import { StowageError } from './stowage-error.ts'

/** `blob_exists`, with what the medium said as its `cause`. */
export function blobExists(cause?: unknown): StowageError {
  return new StowageError('blob_exists', 'There is a blob under this key already.', { cause })
}

/** `blob_not_found`, with what the medium said as its `cause`. */
export function blobNotFound(cause?: unknown): StowageError {
  return new StowageError('blob_not_found', 'There is no blob under this key.', { cause })
}

/** `blob_damaged`: a record exists, but its bytes are missing or incomplete. */
export function blobDamaged(message: string, cause: unknown): StowageError {
  return new StowageError('blob_damaged', message, { cause })
}

/** `blob_damaged` of the original of an asset. `damage` follows "The file of asset …". */
export function originalDamaged(id: string, damage: string, cause?: unknown): StowageError {
  return new StowageError(
    'blob_damaged',
    `The file of asset ${id} ${damage}. Run verify, which finds all such files, and restore them from a backup.`,
    { cause, context: { id } },
  )
}

/** `blob_not_found` for a file that arrives in pieces, of which some are gone or have other bytes than came. */
export function piecesLost(cause?: unknown): StowageError {
  const message = 'Bytes of this upload are gone from the storage. Send the file again.'
  return new StowageError('blob_not_found', message, { cause })
}
