import { contentOf } from './content.mjs'

/** The token of an asset that all lanes change at the same time begins so. */
export const CONTESTED = 'shared-'

/** The share of pictures. */
const PICTURES = 0.3

/**
 * Makes files to upload, no two alike: `{ token, name, contested, bytes, size, sha256 }`. `label` keeps them apart from
 * those of other processes. `sizes` are `[least, most]` in bytes by name; a number is a size too. A share of `binary` are no
 * text; a share of the small ones are `picture`, when it is given.
 */
export function createFiles({ random, label, sizes = {}, binary = 0, picture = null }) {
  let count = 0

  function newFile(size = 'small', { contested = false } = {}) {
    count += 1
    const token = `${contested ? CONTESTED : ''}${label}-${count}`
    const shown = picture !== null && size === 'small' && random.chance(PICTURES) ? picture : null
    const isBinary = shown === null && binary > 0 && random.chance(binary)
    const length = typeof size === 'number' ? size : random.between(...sizes[size])
    const content = contentOf(token, length, { binary: isBinary, picture: shown })
    const extension = shown !== null ? 'png' : isBinary ? 'bin' : 'txt'
    return { token, name: `${token}.${extension}`, contested, ...content }
  }

  return {
    newFile,
    newFiles: (number, size) => Array.from({ length: number }, () => newFile(size)),
  }
}

/** What a journal says of a file before its upload: enough to know it again, whole or in part. */
export function promiseOf({ token, name, size, sha256, contested }) {
  return { token, name, size, sha256, contested }
}
