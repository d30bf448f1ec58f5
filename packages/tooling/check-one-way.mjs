import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { codeLines, exceptionsOf, problemsOfCheck } from './exceptions.mjs'

const ROOT = path.resolve(import.meta.dirname, '../..')

/** Calls that wait forever for a connection without requests, or cut off requests under way. */
const CLOSES = /\b(?:\w*[sS]erver)\.close\(|\bclose(?:Idle|All)Connections\(/

/** Examples, guides and READMEs that stop a server other than by `serve` or `stopServer`. */
export function stopProblems() {
  return pages().flatMap((file) => stopsIn(file, readFileSync(path.join(ROOT, file), 'utf8')))
}

function stopsIn(file, source) {
  return source
    .split('\n')
    .map((line, index) => ({ where: `${file}:${index + 1}`, line }))
    .filter(({ line }) => CLOSES.test(line) && !line.includes('alone waits for'))
    .map(({ where }) => `${where} closes a server itself: use serve, or stopServer`)
}

function pages() {
  const packages = readdirSync(path.join(ROOT, 'packages')).map((name) => `packages/${name}`)
  const readmes = ['.', ...packages].map((folder) => path.join(folder, 'README.md'))
  const guides = below('docs').filter((file) => file.endsWith('.md') && !/reference/.test(file))
  const examples = below('examples').filter((file) => /\.(?:m?js|ts|md|svelte)$/.test(file))
  return [...readmes.filter((file) => existsSync(path.join(ROOT, file))), ...guides, ...examples]
}

function below(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name)
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) return []
    return entry.isDirectory() ? below(file) : [file]
  })
}

/** Files that read the name in a `Content-Disposition`, or remove it before another reader sees it. */
const NAMES = [
  'packages/core/src/text/file-name-of.ts',
  'packages/api/src/multipart/part-header.ts',
]

/** Problems of a file of the product that reads `filename*` although it is not the one reader. */
export function fileNameProblems(where, source) {
  return NAMES.includes(where) || !/filename\\?\*(?!=UTF-8|': encodeExtended)/.test(source)
    ? []
    : [`${where} reads filename*: use fileNameOf of ${NAMES[0]}`]
}

/** Code that handles requests: each kind of server decides in one place how to refuse a body. */
const SERVERS =
  /^packages\/(?:(?:api|express|fastify|fetch|node)\/src|gallery\/src\/page|cli\/src\/serve)\//

/** Code that ends a body, its request or its connection. */
const REFUSES = [
  ['closes', /\bconnection['"]?\s*[:,]\s*['"]close['"]/i],
  ['destroys', /\.destroy\(|\bdestroySoon\b|\bstream\.close\(|\bsocket\.end\(/],
  ['drains', /(?<!\buploads|\buploader)\.(?:resume|unpipe|cancel)\(|new LingerWatch\(/],
  ['answers', /\b(?:writeHead|sendStatus|new Response|Response\.json)\(|\.statusCode = /],
  ['answers', /\.(?:status|code)\(\d|\bstatus: 4(?:0[08]|1[1357]|31)\b/],
]

/** What only our own servers may do, and no page may show. */
const ON_PAGES = ['closes', 'drains', 'destroys']

const LINGERS = 'the one way, for servers of node:http'
const READS_ON = 'the one way, for servers of fetch'
const READS = 'what reads a body'

/** Files with an exception: what they may do, and why. */
const exceptions = exceptionsOf('check-one-way.mjs', {
  'packages/api/src/errors/api-error-codes.ts': { answers: 'the table of all refusals' },
  'packages/api/src/body/arrivals.ts': { drains: READS },
  'packages/api/src/multipart/part-parser.ts': { drains: 'a part that is told of by its header' },
  'packages/node/src/adapter/connection/lingering-close.ts': { 'drains destroys': LINGERS },
  'packages/node/src/adapter/connection/refuse-body.ts': { 'closes destroys': LINGERS },
  'packages/node/src/adapter/write-response.ts': {
    'closes answers': LINGERS,
    destroys: 'an answer that broke off, and its file',
  },
  'packages/node/src/adapter/create-node-adapter.ts': {
    destroys: 'HTTP/2, where only the stream of a refused body ends; an answer that broke off',
  },
  'packages/node/src/adapter/request-body.ts': { destroys: 'a client that left' },
  'packages/node/src/adapter/connection/http2-sessions.ts': {
    destroys: 'sessions without streams',
  },
  'packages/node/src/adapter/connection/session-turns.ts': {
    destroys: 'HTTP/2: a stream beyond the limit, REFUSED_STREAM before its request is looked at',
  },
  'packages/node/src/adapter/connection/pipelining.ts': { drains: 'lets a connection read on' },
  'packages/api/src/events/stream-life.ts': {
    destroys: 'a stream that ends while its client reads nothing',
  },
  'packages/node/src/stop/stop-server.ts': { destroys: 'a server that stops' },
  'packages/fetch/src/adapter/rest-of-body.ts': { 'drains destroys': READS_ON },
  'packages/fetch/src/adapter/lingering-body.ts': { drains: READS_ON },
  'packages/fetch/src/adapter/response-of.ts': { 'closes answers': READS_ON },
  'packages/fetch/src/adapter/request-body.ts': { 'drains destroys': READS },
  'packages/fetch/src/adapter/response-body.ts': { destroys: 'an answer that broke off' },
  'docs/backup.md': { drains: 'a pause of the store, no body' },
})

/** Problems of a file that refuses a body although it is not an adapter. */
export function refusalProblems(where, source) {
  return SERVERS.test(where) ? refusalsIn(where, source) : []
}

/** The same for examples and guides. */
export function pageRefusalProblems() {
  return pages().flatMap((file) =>
    refusalsIn(file, readFileSync(path.join(ROOT, file), 'utf8'), ON_PAGES),
  )
}

function refusalsIn(where, source, words) {
  return codeLines(source).flatMap(({ line, number }) =>
    REFUSES.filter(([word, pattern]) => (words?.includes(word) ?? true) && pattern.test(line))
      .filter(([word]) => !exceptions.allow(where, word))
      .map(([word]) => `${where}:${number} ${word}: throw an apiError, and the adapter refuses`),
  )
}

/** List entries that no file needs, and mistakes of the checks themselves. */
export const oneWayCheckProblems = () => [
  ...exceptions.unused(),
  ...problemsOfCheck('check-one-way.mjs', (source) => stopsIn('README.md', source), {
    wrong: ['server.close()', 'httpServer.closeIdleConnections()'],
    right: ['await stopServer(server)', 'await store.close()'],
  }),
  ...problemsOfCheck('check-one-way.mjs', (source) => fileNameProblems(PLANTED, source), {
    wrong: ['/filename\\*=([^;]+)/', "header.indexOf('filename*')"],
    right: ['"filename*=UTF-8\'\'" + encoded', "{ 'filename*': encodeExtended(name) }"],
  }),
  ...problemsOfCheck('check-one-way.mjs', (source) => refusalProblems(PLANTED, source), {
    wrong: [
      "response.setHeader('Connection', 'close')",
      'request.destroy()',
      'stream.close(constants.NGHTTP2_CANCEL)',
      'request.resume()',
      'await body.cancel()',
      'response.writeHead(413)',
      'return new Response(null, { status: 403 })',
      'reply.code(422)',
      'return { status: 411 }',
    ],
    right: ["throw apiError('payload_too_large')", 'await watcher.stop()'],
  }),
]

const PLANTED = 'packages/node/src/planted.ts'
