import { CONTENTS } from './contents.mjs'

/**
 * What a disk may look like after a power loss, by name. Each says of a name with a history of values how
 * many of its changes happened, and of a file's bytes which. `isDatabase` follows from the name.
 */
const FIXED = {
  'everything unsynced is lost': { names: none, contents: () => 'dropped' },
  'everything unsynced is kept': { names: every, contents: () => 'kept' },
  'names are kept, bytes are lost': { names: every, contents: () => 'dropped' },
  'names and sizes are kept, bytes are lost': { names: every, contents: () => 'holes' },
  'bytes are kept, names are lost': { names: none, contents: () => 'kept' },
  'the database is kept, files are lost': {
    names: (count, _random, name) => (isDatabase(name) ? count : 0),
    contents: (_random, name) => (isDatabase(name) ? 'kept' : 'dropped'),
  },
  'files are kept, the database is lost': {
    names: (count, _random, name) => (isDatabase(name) ? 0 : count),
    contents: (_random, name) => (isDatabase(name) ? 'dropped' : 'kept'),
  },
}

const KINDS_OF_CONTENTS = Object.keys(CONTENTS)

/** Anything goes, in any order. */
const ANYTHING = {
  names: (count, random) => random.below(count + 1),
  contents: (random) => KINDS_OF_CONTENTS[random.below(KINDS_OF_CONTENTS.length)],
}

/** All kinds of images: the fixed ones, then `anything` times a random one. */
export function kindsOfImages(anything) {
  const kinds = Object.entries(FIXED).map(([name, choice]) => ({ name, choice }))
  for (let count = 1; count <= anything; count += 1) {
    kinds.push({ name: `some of everything (${count})`, choice: ANYTHING })
  }
  return kinds
}

/**
 * One image of the disk: `files`, by path, as `{ node, version, bytes }`, and `directories`. The bytes are
 * made when they are asked for. A file with two names has the same bytes under both.
 */
export function imageOf(disk, { names, contents }, random) {
  const files = new Map()
  const directories = []
  const seen = new Map()

  function contentOf(node, name) {
    if (!seen.has(node)) {
      const kind = node.changes.length === 0 ? 'dropped' : contents(random, name)
      seen.set(node, { node, ...CONTENTS[kind](node, random) })
    }
    return seen.get(node)
  }

  function walk(directory, path) {
    for (const [name, node] of survivors(directory, names, random)) {
      const at = path === '' ? name : `${path}/${name}`
      if (node.kind === 'file') files.set(at, contentOf(node, name))
      else {
        directories.push(at)
        walk(node, at)
      }
    }
  }

  walk(disk.top, '')
  return { files, directories }
}

/** The names in a directory, each as it was after some number of its changes. */
function survivors(directory, choose, random) {
  const histories = new Map()
  for (const { name, node } of directory.changes) {
    histories.set(name, [...(histories.get(name) ?? []), node])
  }
  const names = new Map(directory.durable)
  for (const [name, history] of histories) {
    const count = choose(history.length, random, name)
    if (count === 0) continue
    const node = history[count - 1]
    if (node === null) names.delete(name)
    else names.set(name, node)
  }
  return names
}

function isDatabase(name) {
  return name.startsWith('stowage.db')
}

function none() {
  return 0
}

function every(count) {
  return count
}
