// The floors of a package whose features each have a room with value, port, rules and public part together. There a room
// is on no floor: each file is. What it imports tells which:
// - the ground knows nothing of files;
// - values and ports know the ground and each other;
// - `ports`, which joins the ports, and the backends know values;
// - rules know the joined port, and so no backend.
import path from 'node:path'

/** For each package with such rooms. */
const PACKAGES = {
  core: {
    /** From the lowest. Each knows those before it. */
    ground: ['errors', 'arguments', 'options', 'text', 'async'],
    /** What knows this, or what knows it, is a rule. */
    joined: 'ports/metadata-store.ts',
    ports: 'ports',
    backends: ['filesystem', 'memory', 'sqlite'],
    top: 'store',
    isTopAlone: false,
    /** Rules that know a backend, each with its reason. */
    exceptions: {
      'maintenance/backup/': 'a backup is a folder with a database of SQLite',
      'store/opening/store-location.ts': 'opens a store by what it is given',
      'tenants/write-archive-file.ts': 'writes a file beside the store as durably as the store',
    },
  },
  api: {
    ground: [
      'errors',
      'message',
      'http',
      'body',
      'multipart',
      'documents',
      'delivery',
      'options',
      'auth',
    ],
    joined: null,
    ports: null,
    backends: [],
    top: 'routes',
    /** Only the entry points know the top. */
    isTopAlone: true,
    exceptions: {},
  },
}

export const hasRooms = (name) => name in PACKAGES

const roomOf = (file) => file.split(path.sep)[0]
/** An entry point. */
const isEntry = (file) => !file.includes(path.sep)

/** The problems of a package. `imports`: for each of its files, below `src`, the files of the package that it imports. */
export function roomProblems(name, imports, building = PACKAGES[name]) {
  if (building === undefined) return []
  const { ground, ports, backends, top, isTopAlone, exceptions } = building
  const isRule = rulesOf(imports, building)
  const used = new Set()

  const isException = (file) => {
    const found = Object.keys(exceptions).find((each) => file.startsWith(each))
    if (found !== undefined) used.add(found)
    return found !== undefined
  }

  function fault(file, target) {
    const [room, below] = [roomOf(file), roomOf(target)]
    if (room === below || room === 'testing' || isEntry(file)) return null
    if (below === 'testing') return 'helps tests'
    if (ground.includes(room)) {
      const isBelow = ground.includes(below) && ground.indexOf(below) < ground.indexOf(room)
      return isBelow ? null : 'is above the ground it is on'
    }
    if (isTopAlone && below === top) return 'joins all rooms'
    const isPort = room === ports
    if (isPort && backends.includes(below)) return 'is a backend'
    if ((isPort || backends.includes(room)) && (below === top || isRule(target))) return 'is a rule'
    if (backends.includes(room)) {
      const isBelow = !backends.includes(below) || backends.indexOf(below) < backends.indexOf(room)
      return isBelow ? null : 'is a backend above'
    }
    if (backends.includes(below) && !isException(file)) return 'is a backend'
    return null
  }

  const problems = [...imports].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const reason = fault(file, target)
      return reason === null
        ? []
        : [`packages/${name}/src/${file} must not know ${target}, which ${reason}`]
    }),
  )
  const unused = Object.keys(exceptions).filter((each) => !used.has(each))
  return [
    ...problems,
    ...unused.map((each) => `check-rooms.mjs: ${each} knows no backend: drop the exception`),
  ]
}

/** Makes the function that tells whether a file is a rule: whether it reaches the joined port or a backend. */
function rulesOf(imports, { ground, joined, ports, backends }) {
  const known = new Map()
  const reaches = new Map()

  /** Whether a file of the ports reaches the joined one. */
  function isJoined(file) {
    if (file === joined) return true
    if (roomOf(file) !== ports) return false
    if (!reaches.has(file)) {
      reaches.set(file, false)
      reaches.set(file, (imports.get(file) ?? []).some(isJoined))
    }
    return reaches.get(file)
  }

  return function isRule(file) {
    const room = roomOf(file)
    if (isEntry(file) || room === ports || [...ground, ...backends].includes(room)) return false
    if (!known.has(file)) {
      known.set(file, false)
      const targets = imports.get(file) ?? []
      const rule = targets.some(
        (target) => isJoined(target) || backends.includes(roomOf(target)) || isRule(target),
      )
      known.set(file, rule)
    }
    return known.get(file)
  }
}

/** Mistakes of the check itself: each line of a planted package must be reported, or none. */
export const roomCheckProblems = () =>
  PLANTED.flatMap(([imports, isWrong, name = 'core']) => {
    const building = { ...PACKAGES[name], exceptions: {} }
    const found = roomProblems(name, new Map(imports), building).length > 0
    return found === isWrong ? [] : [`check-rooms.mjs is wrong about ${JSON.stringify(imports)}`]
  })

const JOINED = PACKAGES.core.joined
/** What files import, whether that is a fault, and of which package they are. */
const PLANTED = [
  [[['assets/a.ts', ['routes/routes.ts']]], true, 'api'],
  [[['routes/routes.ts', ['assets/a.ts']]], false, 'api'],
  [[['http/a.ts', ['assets/a.ts']]], true, 'api'],
  [[['text/a.ts', ['assets/asset.ts']]], true],
  [[['text/a.ts', ['async/a.ts']]], true],
  [[['async/a.ts', ['text/a.ts']]], false],
  [[['ports/a.ts', ['sqlite/a.ts']]], true],
  [[['sqlite/a.ts', ['memory/a.ts']]], false],
  [[['memory/a.ts', ['sqlite/a.ts']]], true],
  [[['folders/a.ts', ['sqlite/a.ts']]], true],
  [[['sqlite/a.ts', ['store/a.ts']]], true],
  [[['sqlite/a.ts', ['folders/a.ts']]], false],
  [
    [
      ['sqlite/a.ts', ['folders/a.ts']],
      ['folders/a.ts', ['owners/a.ts']],
      ['owners/a.ts', [JOINED]],
    ],
    true,
  ],
  [
    [
      ['ports/a.ts', ['folders/a.ts']],
      ['folders/a.ts', ['ports/b.ts']],
      ['ports/b.ts', [JOINED]],
    ],
    true,
  ],
]
