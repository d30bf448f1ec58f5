import { StowageError } from './stowage-error.ts'

/** `version_not_found` */
export function versionNotFound(): StowageError {
  return new StowageError(
    'version_not_found',
    'The asset has no such version. It has expired, or was restored already.',
  )
}

/** `scan_pending` */
export function scanPending(): StowageError {
  return new StowageError(
    'scan_pending',
    'The scan of this file has no verdict yet. Replace its content after resolveScan.',
  )
}
