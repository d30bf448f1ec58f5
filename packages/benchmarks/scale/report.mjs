import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PHOTO, THUMBNAIL } from './verbs.mjs'

const REPORTS = ['scale.md', 'notes/sizing-by-measurement.md'].map((name) =>
  fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url)),
)

/** The planned share of busy processor time. */
export const PLANNED = 0.6
/** Writes a second for each prefix that S3 has split off. */
const S3_WRITES = 3500

/** The upload that plan and simulation use: one with a thumbnail. */
export function plannedUpload(verbs) {
  return verbs.find(({ name }) => name.includes('thumbnail'))
}

/** A Markdown table. All columns except the first are numbers. */
export function tableOf(head, lines) {
  const rule = head.map((_, column) => (column === 0 ? '---' : '--:'))
  return [head, rule, ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The tables of the measurements, by their names in the documents. */
export function tablesOf({ verbs, records }, rows) {
  return {
    bytes: bytesTable(records, rows),
    log: logTable(records),
    plan: planTable(verbs, records, rows),
    verbs: verbsTable(verbs),
    commits: commitsTable(records),
  }
}

/**
 * What stores of several sizes need, with a thumbnail for each asset. Every upload commits alone, which costs the most.
 */
function planTable(verbs, { filled, thumbnail, fit, log, cpuOfReserve }, rows) {
  const { cpu } = plannedUpload(verbs)
  const stored = PHOTO + THUMBNAIL
  // At any size, nearly every upload meets a page of the random-id index that was not written since the checkpoint.
  const [{ bytes: bytesOfLog }] = log.withPages
  const each = filled.reduce((sum, { bytes }) => sum + bytes, 0) / rows
  const blob = filled
    .filter(({ name }) => name.startsWith('blobs'))
    .reduce((sum, { bytes }) => sum + bytes, 0)
  const withThumbnail = each + thumbnail + blob / rows
  const cpuOfUpload = fit.commit + fit.record + fit.tenant + 2 * cpuOfReserve
  const sizes = [
    [10_000_000, 10],
    [100_000_000, 100],
    [1_000_000_000, 1000],
    [1_000_000_000, 10_000],
  ]
  return tableOf(
    [
      'assets',
      'uploads/s',
      'cores for instances',
      'cores for PostgreSQL',
      'its disk',
      'its log',
      'bucket',
      'PUT/s',
      'prefixes of S3',
      'network to S3',
    ],
    sizes.map(([assets, rate]) => [
      number(assets),
      number(rate),
      Math.max(2, Math.ceil((rate * cpu) / PLANNED)),
      Math.max(2, Math.ceil((rate * cpuOfUpload) / PLANNED)),
      `${number(Math.ceil((assets * withThumbnail) / 1e9))} GB`,
      `${((rate * bytesOfLog) / 1e6).toFixed(1)} MB/s`,
      `${number(Math.ceil((assets * stored) / 1e12))} TB`,
      number(2 * rate),
      Math.ceil((2 * rate) / S3_WRITES),
      `${((rate * stored * 8) / 1e9).toFixed(2)} Gbit/s`,
    ]),
  )
}

function bytesTable({ filled, thumbnail }, rows) {
  const each = filled.map(({ name, index, bytes }) => ({ name, index, each: bytes / rows }))
  const notable = each.filter(({ each }) => each >= 1)
  const total = each.reduce((sum, { each }) => sum + each, 0)
  return tableOf(
    ['', 'bytes for each asset', 'at 1,000,000,000'],
    [
      ...notable.map(({ name, index, each }) => [
        `${index ? 'index' : 'table'} \`${name}\``,
        Math.round(each),
        gigabytes(each),
      ]),
      ['all together', Math.round(total), gigabytes(total)],
      ['and for a thumbnail in the record', thumbnail, gigabytes(thumbnail)],
    ],
  )
}

function logTable({ log: { alone, withPages } }) {
  return tableOf(
    ['', 'bytes of the log for each upload'],
    [
      ['records alone (`full_page_writes` off)', Math.round(alone)],
      ...withPages.map(({ uploads, bytes }) => [
        `the first ${number(uploads)} after a checkpoint, pages included`,
        Math.round(bytes),
      ]),
    ],
  )
}

function verbsTable(verbs) {
  return tableOf(
    [
      '',
      'round trips to PostgreSQL',
      'requests to S3',
      'CPU of the instance',
      'a second, a core 60 % busy',
    ],
    verbs.map(({ name, statements, requests, cpu }) => [
      name,
      statements.toFixed(1),
      requests.map(([command, count]) => `${tidy(count)} ${command}`).join(', ') || '0',
      `${(cpu * 1000).toFixed(2)} ms`,
      number(Math.round(PLANNED / cpu)),
    ]),
  )
}

function commitsTable({ batches, fit, cpuOfReserve }) {
  const micros = (seconds) => `${(seconds * 1e6).toFixed(0)} µs`
  const table = tableOf(
    ['records in a commit', 'of tenants', 'CPU of the server', 'each record', 'by the formula'],
    batches.map(({ records, tenants, cpu }) => [
      records,
      tenants,
      micros(cpu),
      micros(cpu / records),
      micros(fit.commit + fit.record * records + fit.tenant * tenants),
    ]),
  )
  return `${table}\n\nFormula: ${micros(fit.commit)} a commit + ${micros(fit.record)} a record + ${micros(fit.tenant)} a tenant; and ${micros(cpuOfReserve)} for each key reserved ahead.`
}

const number = (value) => value.toLocaleString('en-US')
const gigabytes = (bytes) => `${Math.round(bytes)} GB`
const tidy = (count) => (Number.isInteger(count) ? count : count.toFixed(2))

/** Puts each table between its marks, in the document that contains them. */
export async function writeReport(tables) {
  const texts = await Promise.all(REPORTS.map((file) => readFile(file, 'utf8')))
  for (const [name, table] of Object.entries(tables)) {
    const mark = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
    const place = texts.findIndex((text) => mark.test(text))
    if (place === -1) throw new Error(`No document has a place for ${name}.`)
    texts[place] = texts[place].replace(mark, (_, begin, end) => `${begin}${table}\n${end}`)
  }
  await Promise.all(REPORTS.map((file, index) => writeFile(file, texts[index])))
}
