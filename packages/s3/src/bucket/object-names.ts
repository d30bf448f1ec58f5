import { isBlobKey, requireBlobKey } from '@stowage/core/ports'

/** Names of objects in the bucket. */
export interface ObjectNames {
  /** The start of every blob's name. */
  readonly prefix: string
  blob(key: string): string
  /** Apart from the blobs, below the same prefix. */
  quarantined(key: string): string
  /** The key of the blob with this name; `null` for a name that is not a blob's. */
  keyOf(name: string): string | null
}

/**
 * Two random characters come first, the last two of the key, and then the key: blobs stored together spread over 1024
 * prefixes, and S3 gives each prefix its own request rate.
 */
export function createObjectNames(prefix: string): ObjectNames {
  const blobs = `${prefix}blobs/`
  const blob = (key: string): string => {
    requireBlobKey(key)
    return `${blobs}${key.slice(-2)}/${key}`
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
