// Fails when the options table in a README names other options than the reference, which is generated from the code, or
// when the name of a duration does not tell its unit, or when the guides to lists lack a filter.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')

/**
 * Which table shows which interface. `index` counts the tables that begin with `| Option`. Options of an interface in
 * `besides` are shown there, and may be left out here.
 */
const TABLES = [
  { of: 'analysis', shows: 'AnalyzeOptions', index: 0 },
  { of: 'api', shows: 'ApiOptions', index: 0 },
  { of: 'client', shows: 'ClientOptions', index: 0 },
  { of: 'core', shows: 'OpenAssetStoreOptions', index: 0 },
  {
    of: 'express',
    shows: 'ExpressHandlerOptions',
    index: 0,
    besides: ['node.NodeHandlerOptions'],
  },
  {
    of: 'fastify',
    shows: 'StowageFastifyOptions',
    index: 0,
    besides: ['node.NodeHandlerOptions'],
  },
  { of: 'fetch', shows: 'FetchHandlerOptions', index: 0, besides: ['api.ApiOptions'] },
  { of: 'from-url', shows: 'FromUrlRules', index: 0 },
  { of: 'gallery', shows: 'GalleryOptions', index: 0 },
  { of: 'migrate', shows: 'MigrateOptions', index: 0 },
  { of: 'node', shows: 'ServeOptions', index: 0, besides: ['node.NodeHandlerOptions'] },
  { of: 'node', shows: 'NodeHandlerOptions', index: 1, besides: ['api.ApiOptions'] },
  { of: 'opentelemetry', shows: 'TraceStowageOptions', index: 0 },
  { of: 'postgres', shows: 'PostgresOptions', index: 0 },
  { of: 's3', shows: 'S3Options', index: 0 },
  { of: 'sharp', shows: 'SharpVariantsOptions', index: 0 },
  { of: 'webhooks', shows: 'WebhookRules', index: 0 },
]

/** The row of a member that begins with its unit. */
const DURATION = /^\| `(\w+)\??` \| [^|]*\| (?:Whole )?(Milliseconds|Seconds|Hours|Days)\b/gm

/** The guides to lists. */
const LISTS = ['organise-and-find.md', 'jobs.md', 'change-feed.md']

/** The parameter of a list. */
const FILTER = /"filter\[(\w+)\]/g

/** A timeout is in milliseconds, as in Node; how long something lives is in seconds, as in HTTP. */
const ENDS = {
  Milliseconds: /(?:Ms|[tT]imeout)$/,
  Seconds: /(?:Seconds|[eE]xpiresIn|^maxAge)$/,
  Hours: /Hours$/,
  Days: /Days$/,
}

let count = 0
const wrong = []
for (const { of, shows, index, besides = [] } of TABLES) {
  const told = toldIn(read(`packages/${of}/README.md`), index)
  const known = membersOf(of, shows)
  const elsewhere = besides.flatMap((other) => membersOf(...other.split('.')))
  const absent = known.filter((name) => !told.includes(name) && !elsewhere.includes(name))
  const odd = told.filter((name) => !known.includes(name))
  if (absent.length > 0) wrong.push(`packages/${of}/README.md lacks ${absent} of ${shows}`)
  if (odd.length > 0) wrong.push(`packages/${of}/README.md has ${odd}, and ${shows} has not`)
  count += known.length
}
const guides = LISTS.map((name) => read(`docs/guides/${name}`)).join('')
for (const [, filter] of read('packages/client/src/generated/openapi.ts').matchAll(FILTER)) {
  if (!guides.includes(`[${filter}]`)) wrong.push(`docs/guides: ${LISTS.join(', ')} lack ${filter}`)
}
for (const file of readdirSync(path.join(ROOT, 'docs/reference'))) {
  for (const [, name, unit] of read(`docs/reference/${file}`).matchAll(DURATION)) {
    if (!ENDS[unit].test(name)) wrong.push(`docs/reference/${file}: ${name} is in ${unit}, say so`)
  }
}
if (wrong.length > 0) {
  console.error(wrong.join('\n'))
  process.exit(1)
}
console.log(`options: ${TABLES.length} tables of READMEs have all ${count} options`)

function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8')
}

/** The names in the first column of a table. Several may share a row. */
function toldIn(text, index) {
  const table = text.split('\n\n').filter((block) => /^\| Option/.test(block))[index] ?? ''
  return table
    .split('\n')
    .slice(2)
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name]) => name))
}

/** The members of an interface in the reference, including those of the interfaces that it extends. */
function membersOf(page, name) {
  const text = read(`docs/reference/${page}.md`)
  const start = text.indexOf(`\n### ${name}\n`)
  if (start < 0) throw new Error(`docs/reference/${page}.md has no ${name}`)
  const section = text.slice(start + 1).split('\n***\n')[0]
  const own = [...section.matchAll(/^\| `(\w+)\??` \|/gm)].map(([, member]) => member)
  const extended = /^Extends (.*)$/m.exec(section)?.[1] ?? ''
  const bases = [...extended.matchAll(/\[`(\w+)`\]\((?:([\w-]+)\.md)?#/g)]
  return [
    ...new Set([...own, ...bases.flatMap(([, base, other]) => membersOf(other ?? page, base))]),
  ]
}
