// Measures what lists cost with every filter, search and order, with a million assets: the first, last and middle page
// and a page by cursor, with exact totals, on SQLite and on PostgreSQL. Rewrites the tables of docs/notes/finding.md.
// `npm run find` takes `--database sqlite`, `--only img`, `--keep directory` (for SQLite's file, filled once) and
// `--rows 20000`; with any of them it rewrites nothing.
import { readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { casesOf } from './find/cases.mjs'
import { fill } from './find/fill.mjs'
import { measureList } from './find/measure.mjs'
import { PLACES } from './find/places.mjs'
import { tableOf } from './scale/report.mjs'

const NOTE = fileURLToPath(new URL('../../docs/notes/finding.md', import.meta.url))
const HEAD = [
  'List',
  'total',
  'first call',
  'first page p50 · p99',
  'last page p50 · p99',
  'middle p50',
  'after a cursor p50',
]

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    database: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const rows = Number(values.rows)
const isWhole = process.argv.length === 2

for (const name of values.database === undefined ? Object.keys(PLACES) : [values.database]) {
  const place = await PLACES[name](values)
  if (!place.isFull) await fill(place.metadata, rows, (text) => console.log(`${name}: ${text}`))
  await place.metadata.close()
  await place.settle()
  const metadata = await place.open()
  const before = loadavg()[0]
  const lines = []
  for (const [list, query] of await casesOf(metadata, rows)) {
    if (values.only !== undefined && !list.includes(values.only)) continue
    const line = lineOf(list, await measureList(metadata, query))
    console.log(line.join(' | '))
    lines.push(line)
  }
  await metadata.close()
  await place.close()
  const load = `a load of ${before.toFixed(1)} before, ${loadavg()[0].toFixed(1)} after the run`
  const machine = `Node ${process.versions.node}, ${cpus().length} cores of ${cpus()[0].model}, ${load}.`
  console.log(machine)
  if (isWhole || values.write) await rewrite(name, `${tableOf(HEAD, lines)}\n\n${machine}`)
}

function lineOf(list, { total, cold, first, last, middle, after }) {
  const both = ({ p50, p99 }) => `${millis(p50)} · ${millis(p99)}`
  const cells = [millis(cold), both(first), both(last), millis(middle.p50)]
  return [list, total.toLocaleString('en'), ...cells, after === null ? '' : millis(after.p50)]
}

function millis(value) {
  return value < 10 ? value.toFixed(1) : value.toFixed(0)
}

async function rewrite(name, text) {
  const note = await readFile(NOTE, 'utf8')
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
  const before = note.slice(0, note.indexOf(start) + start.length)
  await writeFile(NOTE, `${before}\n\n${text}\n\n${note.slice(note.indexOf(end))}`)
}
