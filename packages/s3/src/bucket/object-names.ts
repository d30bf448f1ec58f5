import { isBlobKey, requireBlobKey } from '@stowage/core/ports'

/** Where objects lie in the bucket. */
export interface ObjectNames {
  /** What the name of every blob begins with. */
  readonly prefix: string
  blob(key: string): string
  /** Out of the way of the blobs, below the same prefix. */
  quarantined(key: string): string
  /** The key of a blob's name; `null` for what lies there and is none. */
  keyOf(name: string): string | null
}

/**
 * Two random characters come first, then the key: blobs that are made together spread over 1024 prefixes,
 * each of which S3 gives a request rate of its own.
 */
export function createObjectNames(prefix: string): ObjectNames {
  const blobs = `${prefix}blobs/`
  const blob = (key: string): string => {
    requireBlobKey(key)
    return `${blobs}${key.slice(6, 8)}/${key}`
  }
  return {
    prefix: blobs,
    blob,
    quarantined(key) {
      requireBlobKey(key)
      return `${prefix}quarantine/${key}`
    },
    keyOf(name) {
      const key = name.slice(name.lastIndexOf('/') + 1)
      return isBlobKey(key) && blob(key) === name ? key : null
    },
  }
}
