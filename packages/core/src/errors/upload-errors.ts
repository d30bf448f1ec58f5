import { StowageError } from './stowage-error.ts'

/** `upload_not_found`; `ids`: of which uploads, where a call names several. */
export function uploadNotFound(ids?: readonly string[]): StowageError {
  const message =
    ids === undefined
      ? 'There is no such upload, or it was given up. Begin a new one.'
      : 'Partial uploads are unknown, of another uploader, or not finished. Finish them first.'
  return new StowageError('upload_not_found', message, {
    context: ids === undefined ? {} : { ids },
  })
}

/** `upload_expired` */
export function uploadExpired(): StowageError {
  return new StowageError('upload_expired', 'The upload was not finished in time. Begin a new one.')
}

/** `upload_locked` */
export function uploadLocked(): StowageError {
  return new StowageError(
    'upload_locked',
    'Another request works on this upload. Ask how far it is, then go on from there.',
  )
}

/** `upload_finished` */
export function uploadFinished(): StowageError {
  return new StowageError(
    'upload_finished',
    'The upload is finished already. Begin a new one for other bytes.',
  )
}

/** `offset_mismatch`: the upload continues at `offset`. */
export function offsetMismatch(offset: number): StowageError {
  return new StowageError(
    'offset_mismatch',
    `The upload continues at byte ${offset}. Send the bytes from there on.`,
    { context: { offset } },
  )
}

/** `length_mismatch` */
export function lengthMismatch(size: number): StowageError {
  return new StowageError(
    'length_mismatch',
    `The upload has another size than announced before, or fewer bytes than it has now: ${size}. The size cannot change.`,
    { context: { size } },
  )
}

/** `checksum_mismatch` */
export function checksumMismatch(): StowageError {
  return new StowageError(
    'checksum_mismatch',
    'The bytes do not have the checksum that was announced, so none of them is kept. Send them again.',
  )
}

/** `too_many_uploads` */
export function tooManyUploads(limit: number, of: 'owner' | 'tenant'): StowageError {
  const whose = of === 'owner' ? 'An uploader' : 'A tenant'
  return new StowageError(
    'too_many_uploads',
    `${whose} may have at most ${limit} unfinished uploads. Finish some of them, or give them up.`,
    { context: { limit, of } },
  )
}
