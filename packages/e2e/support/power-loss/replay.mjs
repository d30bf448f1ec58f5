import path from 'node:path'

const FD = /^(-?\d+)/
const LAST_NUMBER = /(-?\d+)$/

/**
 * Without effect on what is durable, or a promise of nothing. A file that the system copies stays empty here: a
 * backup only looks at such a copy, and removes it.
 */
const IGNORED = new Set(['sync_file_range', 'copy_file_range', 'sendfile'])

/**
 * Makes the function that lets the calls of one process happen to a disk, moment by moment. `root` is the
 * path of the disk's top. `keeps` decides for each sync, by the path that was opened, whether it counts. Calls
 * on the store's files that are not modelled throw.
 *
 * The function returns what the moment was: `{ sync: path }` for the beginning or end of one,
 * `{ announced: text }`, or `null`.
 */
export function createReplay({ disk, root, marks, keeps = () => true }) {
  /** By descriptor: `{ node, at, position }`. */
  const open = new Map()
  const moments = new Map()

  function within(text) {
    const relative = path.relative(root, text.toString())
    return relative.startsWith('..') || path.isAbsolute(relative) ? null : split(relative)
  }

  return function happen({ phase, call }) {
    const { name, args, strings, result } = call
    const fd = Number(FD.exec(args)?.[1] ?? Number.NaN)
    const handle = open.get(fd)
    const paths = strings.length > 0 && !name.includes('write') ? strings.map(within) : []

    // The number is free, and may be given out again, before the call returns.
    if (name === 'close') {
      if (phase === 'begin') open.delete(fd)
      return null
    }
    if (phase === 'begin') {
      if (!isSync(name) || handle === undefined) return null
      moments.set(call, { moment: disk.moment(), handle })
      return { sync: handle.at }
    }

    switch (name) {
      case 'open':
      case 'openat':
      case 'creat':
        if (strings[0].toString() === marks) open.set(result, { marks: true })
        else if (paths[0] !== null) open.set(result, opened(paths[0], args))
        else open.delete(result)
        return null
      case 'dup':
      case 'dup2':
      case 'dup3':
        if (handle !== undefined) open.set(result, handle)
        return null
      case 'fsync':
      case 'fdatasync': {
        const begun = moments.get(call)
        if (begun === undefined) return null
        moments.delete(call)
        const { node, at } = begun.handle
        if (keeps(at, node.kind)) disk.sync(node, begun.moment)
        return { sync: at }
      }
      case 'mkdir':
      case 'mkdirat':
        if (paths[0] !== null) disk.makeDirectory(paths[0])
        return null
      case 'unlink':
      case 'unlinkat':
      case 'rmdir':
        if (paths[0] !== null) disk.remove(paths[0])
        return null
      case 'link':
      case 'linkat':
        if (paths[0] !== null || paths[1] !== null) disk.link(paths[0], paths[1])
        return null
      case 'rename':
      case 'renameat':
      case 'renameat2':
        if (paths[0] !== null || paths[1] !== null) disk.rename(paths[0], paths[1])
        return null
      case 'mmap':
        refuseSharedMemory(args)
        return null
      default:
        return handle === undefined ? refuseUnlessElsewhere(call, paths) : changed(call, handle)
    }
  }

  function opened(at, args) {
    let node = disk.find(at)
    if (args.includes('O_TMPFILE')) throw new Error('The replay has no model for O_TMPFILE.')
    if (node === undefined) node = disk.makeFile(at)
    else if (args.includes('O_TRUNC') && disk.bytesOf(node).length > 0) disk.truncate(node, 0)
    return { node, at: at.join('/'), position: 0 }
  }

  /** A call on a descriptor. */
  function changed({ name, args, strings, result }, handle) {
    const bytes = () => Buffer.concat(strings).subarray(0, result)
    switch (name) {
      case 'write':
      case 'writev':
        if (handle.marks) return { announced: bytes().toString() }
        disk.write(handle.node, handle.position, bytes())
        handle.position += result
        return null
      case 'pwrite64':
      case 'pwritev':
        if (result > 0) disk.write(handle.node, Number(LAST_NUMBER.exec(args)[1]), bytes())
        return null
      case 'ftruncate':
        disk.truncate(handle.node, Number(LAST_NUMBER.exec(args)[1]))
        return null
      case 'lseek':
        handle.position = result
        return null
      default:
        if (IGNORED.has(name)) return null
        throw new Error(`The replay has no model for ${name}.`)
    }
  }

  /** What SQLite's processes share of its log's index need not outlive them; nothing else may be mapped. */
  function refuseSharedMemory(args) {
    if (!args.includes('MAP_SHARED') || !args.includes('PROT_WRITE')) return
    const fd = Number(/, (-?\d+), [^,]+$/.exec(args)?.[1])
    const at = open.get(fd)?.at
    if (at !== undefined && !at.endsWith('-shm')) throw new Error(`${at} is mapped for writing.`)
  }

  function refuseUnlessElsewhere({ name }, paths) {
    if (paths.some((at) => at !== null)) throw new Error(`The replay has no model for ${name}.`)
    return null
  }
}

function isSync(name) {
  return name === 'fsync' || name === 'fdatasync'
}

function split(relative) {
  return relative === '' ? [] : relative.split(path.sep)
}
