import { isBlobKey, requireBlobKey } from '@stowage/core/ports'

/** Names of objects in the bucket. */
export interface ObjectNames {
  /** The start of every blob's name. */
  readonly prefix: string
  blob(key: string): string
  /** Apart from the blobs, below the same prefix. */
  quarantined(key: string): string
  /** The start of the names of all tails: objects of uploads that are not finished. */
  readonly uploads: string
  /** The start of the names of the tails of the blob that they will be part of. */
  tails(key: string): string
  tail(key: string, name: string): string
  /** The key of the blob of a tail with this name; `null` for a name that is not a tail's. */
  keyOfTail(name: string): string | null
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
  const uploads = `${prefix}uploads/`
  const tails = (key: string): string => {
    requireBlobKey(key)
    return `${uploads}${key.slice(-2)}/${key}/`
  }
  return {
    prefix: blobs,
    blob,
    uploads,
    tails,
    tail: (key, name) => `${tails(key)}${name}`,
    keyOfTail(name) {
      const [, key = ''] = name.slice(uploads.length).split('/')
      return isBlobKey(key) && name.startsWith(tails(key)) ? key : null
    },
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
