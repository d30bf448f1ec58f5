/** Bytes that a disk writes as a whole, and that the page cache writes as a whole. */
const SECTOR = 512
const PAGE = 4096

/**
 * What a file may hold after a power loss, by what happened to the changes that were not synced:
 * `{ bytes, version }`, where the same version of the same file means the same bytes. A change is
 * `{ seq, offset, bytes }` or `{ seq, size }`.
 */
export const CONTENTS = {
  /** None of them. */
  dropped: ({ base, synced }) => ({ bytes: base, version: `${synced}` }),
  /** All of them. */
  kept: (file) => ({ bytes: wholeOf(file), version: `${file.synced}+${lastOf(file)}` }),
  /** Only the size: the file system knew it before it had the bytes. */
  holes({ base, synced, changes }) {
    const size = changes.reduce(sizeAfter, base.length)
    return { bytes: resized(base, size), version: `${synced}=${size}` }
  },
  /** Those up to a moment, the last of them torn. */
  prefix(file, random) {
    const { base, synced, changes } = file
    const count = random.below(changes.length + 1)
    const torn = changes[count]
    const kept = changes.slice(0, count)
    if (torn?.bytes !== undefined) {
      const length = SECTOR * random.below(Math.ceil(torn.bytes.length / SECTOR) + 1)
      kept.push({ ...torn, bytes: torn.bytes.subarray(0, length) })
    }
    return { bytes: applied(base, kept), version: `${synced}<${random.next()}` }
  },
  /** Any of their sectors or pages, in any order, with or without the size that they lead to. */
  pieces(file, random) {
    const { base, synced, changes } = file
    const unit = random.below(2) === 0 ? SECTOR : PAGE
    const share = random.next()
    const kept = changes
      .flatMap((change) => piecesOf(change, unit))
      .filter(() => random.next() < share)
    const bytes = applied(base, kept)
    const size = changes.reduce(sizeAfter, base.length)
    const full = random.below(2) === 0 && bytes.length < size
    return { bytes: full ? resized(bytes, size) : bytes, version: `${synced}:${random.next()}` }
  },
}

/** The bytes with those changes made, as a new buffer when there are any. */
export function applied(base, changes) {
  if (changes.length === 0) return base
  const longest = changes.reduce((size, change) => Math.max(size, endOf(change)), base.length)
  const bytes = Buffer.alloc(longest)
  base.copy(bytes)
  let size = base.length
  for (const change of changes) {
    if (change.bytes === undefined && change.size < size) bytes.fill(0, change.size, size)
    else change.bytes?.copy(bytes, change.offset)
    size = sizeAfter(size, change)
  }
  return bytes.subarray(0, size)
}

function wholeOf(file) {
  if (file.whole?.seq !== lastOf(file)) {
    file.whole = { seq: lastOf(file), bytes: applied(file.base, file.changes) }
  }
  return file.whole.bytes
}

function lastOf({ changes, synced }) {
  return changes.at(-1)?.seq ?? synced
}

function sizeAfter(size, change) {
  return change.bytes === undefined ? change.size : Math.max(size, endOf(change))
}

function endOf({ bytes, offset, size }) {
  return bytes === undefined ? size : offset + bytes.length
}

function resized(bytes, size) {
  return applied(bytes, [{ size }])
}

function piecesOf(change, unit) {
  if (change.bytes === undefined) return [change]
  const { offset, bytes } = change
  const pieces = []
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(bytes.length - at, unit - ((offset + at) % unit))
    pieces.push({ offset: offset + at, bytes: bytes.subarray(at, at + length) })
    at += length
  }
  return pieces
}
