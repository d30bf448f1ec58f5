import { applied } from './contents.mjs'

/**
 * Files and directories with what of them would outlive a power loss. It promises no more than POSIX does:
 * a sync of a file makes its bytes and its size durable and nothing else; a sync of a directory makes the
 * names in it durable, not its own. Whatever was not synced may be there afterwards or not, each name and
 * each sector for itself.
 */
export function createDisk() {
  let seq = 0
  const top = directory()

  function directory() {
    return { kind: 'directory', names: new Map(), durable: new Map(), changes: [] }
  }

  function file() {
    return {
      kind: 'file',
      id: nextSeq(),
      base: Buffer.alloc(0),
      synced: 0,
      changes: [],
      writable: 0,
    }
  }

  function nextSeq() {
    seq += 1
    return seq
  }

  function find(path) {
    let found = top
    for (const name of path) found = found?.names?.get(name)
    return found
  }

  function parentOf(path) {
    const parent = find(path.slice(0, -1))
    if (parent?.kind !== 'directory') throw new Error(`No directory holds ${path.join('/')}.`)
    return parent
  }

  function setName(path, node) {
    const parent = parentOf(path)
    const name = path.at(-1)
    if (node === null) parent.names.delete(name)
    else parent.names.set(name, node)
    parent.changes.push({ seq: nextSeq(), name, node })
  }

  return {
    top,
    find,
    makeFile(path) {
      const made = file()
      setName(path, made)
      return made
    },
    makeDirectory: (path) => setName(path, directory()),
    link: (from, to) => setName(to, find(from)),
    /** Each of the two names outlives a power loss for itself. */
    rename(from, to) {
      setName(to, find(from))
      setName(from, null)
    },
    remove: (path) => setName(path, null),
    write: (node, offset, bytes) => node.changes.push({ seq: nextSeq(), offset, bytes }),
    truncate: (node, size) => node.changes.push({ seq: nextSeq(), size }),
    bytesOf: (node) => applied(node.base, node.changes),

    /** What a sync that begins now may count on. */
    moment: () => seq,

    /** Makes what was changed up to that moment durable. */
    sync(node, moment = seq) {
      const synced = node.changes.filter((change) => change.seq <= moment)
      if (synced.length === 0) return
      node.changes = node.changes.filter((change) => change.seq > moment)
      if (node.kind === 'file') {
        node.base = applied(node.base, synced)
        node.synced = synced.at(-1).seq
      } else {
        for (const { name, node: named } of synced) setDurable(node, name, named)
      }
    },
  }
}

function setDurable(directory, name, node) {
  if (node === null) directory.durable.delete(name)
  else directory.durable.set(name, node)
}
