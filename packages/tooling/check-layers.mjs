// Fails when
// - a package imports, or depends on, a package that its layer may not know;
// - a file reaches into another package by a relative path;
// - a file imports from a floor above its own (for core and api: check-rooms.mjs), or files import each other in a
//   cycle, including types;
// - `exports` and `src/*.ts` drift apart;
// - a room that handles names from outside makes a path other than by `withinDirectory` (check-paths.mjs);
// - a file outside `core/src/text` normalises or folds texts (check-folding.mjs);
// - a file uses `createdAt` as the order in which things came (check-times.mjs);
// - an example or a guide stops a server other than by `serve` or `stopServer` (check-one-way.mjs);
// - a file other than the one reader of file names reads `filename*` (check-one-way.mjs);
// - a file other than the adapters ends the body or the connection of a request (check-one-way.mjs);
// - a file classifies an answer of the system, a database or an S3 service outside its table (check-answers.mjs);
// - a file queues calls without turns (check-turns.mjs);
// - a test, a check or a benchmark makes random numbers without the one generator (check-seeds.mjs);
// - a test depends on how fast the machine is (check-speed.mjs);
// - a file does what one file does for all others (check-only-in.mjs): parses JSON, asks file-type;
// - a file uses `instanceof` on a value from Node or the app, which fails in another realm (Jest).
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { answerCheckProblems, answerProblems } from './check-answers.mjs'
import { foldingCheckProblems, foldingProblems } from './check-folding.mjs'
import {
  fileNameProblems,
  oneWayCheckProblems,
  pageRefusalProblems,
  refusalProblems,
  stopProblems,
} from './check-one-way.mjs'
import { onlyInCheckProblems, onlyInProblems } from './check-only-in.mjs'
import { pathCheckProblems, pathProblems } from './check-paths.mjs'
import { hasRooms, roomCheckProblems, roomProblems } from './check-rooms.mjs'
import { generatorProblems, seedCheckProblems, seedProblems } from './check-seeds.mjs'
import { speedCheckProblems, speedProblems } from './check-speed.mjs'
import { timeCheckProblems, timeProblems } from './check-times.mjs'
import { turnCheckProblems, turnProblems } from './check-turns.mjs'

const PACKAGES = path.resolve(import.meta.dirname, '..')
/** Files in one folder, tests included. */
const MOST_FILES = 30

/** Which package may import which. */
const LAYERS = {
  analysis: [],
  core: ['analysis'],
  api: ['core'],
  node: ['core', 'api'],
  express: ['core', 'api', 'node'],
  fastify: ['core', 'api', 'node'],
  fetch: ['core', 'api'],
  sharp: ['core'],
  postgres: ['core'],
  s3: ['core'],
  migrate: ['core'],
  import: ['core'],
  'from-url': ['core'],
  opentelemetry: ['core'],
  webhooks: ['core', 'from-url'],
  testing: ['core', 'api'],
  client: [],
  gallery: ['core', 'api', 'client'],
  cli: [
    'core',
    'node',
    'postgres',
    's3',
    'sharp',
    'migrate',
    'import',
    'from-url',
    'webhooks',
    'client',
    'gallery',
  ],
}

/**
 * The rooms of a package, from the ground up: each may know those before it. A file named here is a room of its own.
 * The entry points, next to the rooms, may know all.
 */
const FLOORS = {
  analysis: [
    'reading',
    'facts',
    'libraries',
    'formats',
    'photo',
    'pages',
    'covers',
    'location',
    'detection',
    'analyzer',
    'testing',
  ],
  'analysis/src/formats': ['containers', 'audio', 'video', 'images', 'measure.ts'],
  'analysis/src/location': ['edits', 'blocks'],
  'core/src/sqlite': [
    'driver',
    'terms',
    'schema',
    'connection',
    'tenants',
    'leases',
    'audit',
    'jobs',
    'webhooks',
    'feed',
    'hook',
    'blobs',
    'folders',
    'keys',
    'resumable',
    'versions',
    'assets',
    'owners',
    'transfer',
    'erasure',
    'writer',
    'finding',
    'backup',
    'threads',
    'metadata',
  ],
  'core/src/upload': ['policy'],
  node: ['stop', 'adapter', 'handler', 'serve', 'testing'],
  'node/src/adapter': ['node-messages.ts', 'connection'],
  express: ['handler', 'testing'],
  fastify: ['plugin', 'testing'],
  fetch: ['adapter', 'handler', 'testing'],
  sharp: ['job', 'heif', 'picture', 'process', 'variants', 'testing'],
  postgres: [
    'connection',
    'schema',
    'tenants',
    'leases',
    'audit',
    'jobs',
    'webhooks',
    'feed',
    'hook',
    'blobs',
    'folders',
    'keys',
    'resumable',
    'finding',
    'versions',
    'assets',
    'owners',
    'transfer',
    'erasure',
    'metadata',
    'transaction',
    'testing',
  ],
  s3: ['bucket', 'objects', 'pieces', 'blobs.ts', 'testing'],
  testing: [
    'seeds',
    'contract',
    'time',
    'fault-injection',
    'blob-store',
    'metadata-store',
    'transfer',
    'store',
    'chaos',
    'http',
    'http-contract',
    'adapter-contract',
    'rights',
    'hostile',
    'heavy-texts',
    'openapi-fuzz',
  ],
  'from-url': ['rules', 'fetch', 'from-url.ts', 'testing'],
  opentelemetry: ['attributes.ts', 'spans.ts', 'metrics.ts', 'trace-stowage.ts'],
  webhooks: ['rules', 'signing', 'sending', 'webhooks.ts'],
  migrate: ['options', 'leases', 'blobs', 'records', 'store'],
  import: ['entries', 'rows', 'sources', 'systems', 'run', 'export'],
  client: ['generated', 'errors', 'request', 'upload', 'pictures', 'client', 'uploader', 'testing'],
  gallery: ['options', 'page', 'picker', 'app', 'testing'],
  'gallery/src/app': [
    'words',
    'session',
    'widgets',
    'toasts',
    'place',
    'listing',
    'selection',
    'actions',
    'details',
    'grid',
    'folders',
    'uploads',
    'picker',
    'keys',
    'usage',
    'webhooks',
    'shell',
    'main.tsx',
  ],
  cli: [
    'io',
    'exit',
    'output',
    'files',
    'progress',
    'options',
    'target',
    'command',
    'import',
    'export',
    'backup',
    'serve',
    'doctor',
    'completion',
    'verbs',
    'program',
    'testing',
  ],
}

/** Code that runs in its own page, which has one realm. */
const IN_BROWSERS = /[/\\]gallery[/\\]src[/\\](?:app|picker)[/\\]/

const problems = []

for (const [name, allowed] of Object.entries(LAYERS)) {
  const folder = path.join(PACKAGES, name)
  const manifest = readManifest(folder)
  if (manifest === undefined) continue
  for (const dependency of Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
  })) {
    check(name, allowed, dependency, `packages/${name}/package.json`)
  }
  for (const file of sourcesBelow(path.join(folder, 'src'))) {
    const test = /\.(test|fixture)\.ts$/.test(file)
    const source = readFileSync(file, 'utf8')
    const isForOneRealm = test || IN_BROWSERS.test(file) || file.includes('/testing/')
    if (!isForOneRealm) checkRealms(relative(file), source)
    if (!test) problems.push(...pathProblems(path.relative(PACKAGES, file), source))
    if (!test && !file.includes('/testing/')) {
      problems.push(...foldingProblems(relative(file), source))
      problems.push(...fileNameProblems(relative(file), source))
      problems.push(...refusalProblems(relative(file), source))
      problems.push(...answerProblems(relative(file), source))
      problems.push(...turnProblems(relative(file), source))
      problems.push(...onlyInProblems(relative(file), source))
    }
    problems.push(...timeProblems(relative(file), source))
    problems.push(...seedProblems(relative(file), source))
    problems.push(...speedProblems(relative(file), source))
    for (const specifier of importsOf(source)) {
      if (specifier.startsWith('.')) {
        const target = path.resolve(path.dirname(file), specifier)
        if (!target.startsWith(path.join(folder, 'src') + path.sep)) {
          problems.push(`${relative(file)} reaches outside its package: ${specifier}`)
        }
      } else if (!test) check(name, knownTo(file, allowed), specifier, relative(file))
    }
  }
  checkSizes(folder)
  checkExports(name, folder, manifest)
  const imports = importsWithin(path.join(folder, 'src'))
  checkFloors(name, imports)
  problems.push(...roomProblems(name, imports))
  checkCircles(name, imports)
}

for (const name of ['e2e', 'benchmarks']) {
  for (const file of scriptsBelow(path.join(PACKAGES, name))) {
    problems.push(...generatorProblems(relative(file), readFileSync(file, 'utf8')))
  }
}

problems.push(...stopProblems(), ...pageRefusalProblems())
// Each check tries itself on planted faults, and reports exceptions that nothing needs.
problems.push(
  ...answerCheckProblems(),
  ...foldingCheckProblems(),
  ...oneWayCheckProblems(),
  ...onlyInCheckProblems(),
  ...pathCheckProblems(),
  ...roomCheckProblems(),
  ...seedCheckProblems(),
  ...speedCheckProblems(),
  ...timeCheckProblems(),
  ...turnCheckProblems(),
)

if (problems.length > 0) {
  console.error([...new Set(problems)].join('\n'))
  process.exit(1)
}
console.log('layers: every package, and every floor inside, knows only what is below it')

/** Test helpers may know the suites, as tests may. The product must not. */
function knownTo(file, allowed) {
  return file.includes('/src/testing/') ? [...allowed, 'testing'] : allowed
}

function check(name, allowed, specifier, where) {
  const [, target] = /^@stowage\/([^/]+)/.exec(specifier) ?? []
  if (target !== undefined && target !== name && !allowed.includes(target)) {
    problems.push(`${where}: ${name} must not know @stowage/${target}`)
  }
}

/** For each file of the product, below `src`: the files of the same package that it imports. */
function importsWithin(src) {
  const imports = new Map()
  for (const file of sourcesBelow(src)) {
    if (/\.(test|fixture)\.ts$/.test(file)) continue
    const targets = [...importsOf(readFileSync(file, 'utf8'))]
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => path.relative(src, path.resolve(path.dirname(file), specifier)))
    imports.set(path.relative(src, file), targets)
  }
  return imports
}

function checkFloors(name, imports) {
  if (!(name in FLOORS || hasRooms(name))) problems.push(`${name} has no FLOORS`)
  for (const [building, floors] of Object.entries(FLOORS)) {
    const [owner, , ...within] = building.split('/')
    if (owner !== name) continue
    const inside = within.map((folder) => `${folder}${path.sep}`).join('')
    const roomOf = (file) => {
      if (!file.startsWith(inside)) return undefined
      const [room, ...rest] = file.slice(inside.length).split(path.sep)
      return rest.length > 0 || floors.includes(room) ? room : undefined
    }
    for (const [file, targets] of imports) {
      const room = roomOf(file)
      if (room === undefined) continue
      if (!floors.includes(room)) problems.push(`${building}/${room} is no floor of ${building}`)
      for (const target of targets) {
        if (!target.startsWith(inside)) continue
        const below = roomOf(target)
        if (below !== undefined && floors.indexOf(below) <= floors.indexOf(room)) continue
        problems.push(`packages/${name}/src/${file} must not know ${target}, which lies above it`)
      }
    }
  }
}

/** A folder with more files, tests included, is more than one room. */
function checkSizes(folder) {
  const counts = new Map()
  for (const file of sourcesBelow(path.join(folder, 'src'))) {
    const room = path.dirname(file)
    counts.set(room, (counts.get(room) ?? 0) + 1)
  }
  for (const [room, count] of counts) {
    if (count > MOST_FILES) problems.push(`${relative(room)} has ${count} files`)
  }
}

/** Tarjan's algorithm: each cycle is a strongly connected component of more than one file. */
function checkCircles(name, imports) {
  const indexes = new Map()
  const lows = new Map()
  const stack = []
  for (const file of imports.keys()) if (!indexes.has(file)) visit(file)

  function visit(file) {
    indexes.set(file, indexes.size)
    lows.set(file, indexes.get(file))
    stack.push(file)
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue
      if (!indexes.has(target)) visit(target)
      if (stack.includes(target)) lows.set(file, Math.min(lows.get(file), lows.get(target)))
    }
    if (lows.get(file) !== indexes.get(file)) return
    const circle = stack.splice(stack.indexOf(file))
    if (circle.length > 1) problems.push(`packages/${name}/src: a circle: ${circle.join(' > ')}`)
  }
}

/** Finds `instanceof` with a class of which every realm has its own. */
function checkRealms(where, source) {
  const classes =
    'Error|RangeError|SyntaxError|TypeError|Uint8Array|ArrayBuffer|Date|Blob|File|Promise'
  for (const [asked] of source.matchAll(new RegExp(`instanceof (?:${classes})\\b`, 'g'))) {
    problems.push(`${where} asks for a class, which another realm has of its own: ${asked}`)
  }
}

/** One `exports` key is one file directly under `src`, in the workspace and as published; and the manifest. */
function checkExports(name, folder, manifest) {
  const entries = readdirSync(path.join(folder, 'src'))
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file))
    .map((file) => file.slice(0, -3))
    .filter((entry) => isEntry(readFileSync(path.join(folder, 'src', `${entry}.ts`), 'utf8')))
    .map((entry) => (entry === 'index' ? '.' : `./${entry}`))
    .concat('./package.json')
    .sort()
  for (const [where, exported] of [
    ['exports', manifest.exports],
    ['publishConfig.exports', manifest.publishConfig?.exports],
  ]) {
    const keys = Object.keys(exported ?? {}).sort()
    if (keys.join() !== entries.join()) {
      problems.push(`packages/${name}: ${where} has ${keys}, src has ${entries}`)
    }
  }
  if (JSON.stringify(manifest.publishConfig ?? {}).includes('stowage-source')) {
    problems.push(`packages/${name}: publishConfig.exports must not have the source condition`)
  }
}

/** A file that only re-exports. */
function isEntry(source) {
  return !/^(export )?(async )?(function|const|let|class|interface|type \w+ =)/m.test(source)
}

function* sourcesBelow(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && /\.tsx?$/.test(entry.name)) yield path.join(entry.parentPath, entry.name)
  }
}

function* scriptsBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* scriptsBelow(file)
    if (entry.isFile() && entry.name.endsWith('.mjs')) yield file
  }
}

/** All but the code of a worker (`?worker`): who starts a thread with it knows no more than its messages. */
function* importsOf(source) {
  const pattern = /(?:^|[^.\w])(?:from|import)\s*\(?\s*['"]([^'"\n?]+)['"]/g
  for (const [, specifier] of source.matchAll(pattern)) yield specifier
}

function readManifest(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return undefined
    throw error
  }
}

function relative(file) {
  return path.relative(path.dirname(PACKAGES), file)
}
