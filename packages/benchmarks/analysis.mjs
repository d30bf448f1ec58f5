// Measures how often `@stowage/analysis`, file-type, image-size and music-metadata are right, and how long they take,
// on the files in the folder that `STOWAGE_CORPUS` names. Rewrites the table in `packages/analysis/README.md`.
// `--wrong` prints each wrong answer of Stowage, and writes nothing.
import { parseArgs } from 'node:util'
import { CONTESTANTS } from './analysis/contestants.mjs'
import { corpus, isRight } from './analysis/corpus.mjs'
import { writeReport } from './bench/report.mjs'

const REPORT = new URL('../analysis/README.md', import.meta.url)
/** Milliseconds after which a file counts as unanswered. */
const TIME_LIMIT = 10_000
const ROUNDS = 4

const { values } = parseArgs({ options: { wrong: { type: 'boolean', default: false } } })
const entries = await corpus()

const isVisual = ({ category, width }) => category === 'image' && width
const ROWS = [
  ['MIME type', 'mimeType', () => true],
  ['extension', 'extension', () => true],
  ['category', 'category', () => true],
  ['size of pictures', 'size', isVisual],
  ['size of videos', 'size', ({ category, width }) => category === 'video' && width],
  ['duration of audio', 'duration', ({ category, duration }) => category === 'audio' && duration],
  ['duration of video', 'duration', ({ category, duration }) => category === 'video' && duration],
]
/** The rows for which each of the libraries is made. */
const OWN_ROWS = {
  'file-type': ['MIME type', 'extension'],
  'image-size': ['size of pictures'],
  'music-metadata': ['duration of audio', 'duration of video'],
}

const names = Object.keys(CONTESTANTS)
const answers = await ask(values.wrong ? names.slice(0, 1) : names)
if (values.wrong) printWrong(answers)
else {
  const table = tableOf(Object.fromEntries(names.map((name) => [name, answersOf(name)])))
  console.log(table)
  await writeReport({ accuracy: table }, REPORT)
}

/**
 * Asks all of them about a file, starting with another one each time. Of several rounds, the shortest time for a file
 * counts.
 */
async function ask(contestants) {
  const answers = new Map()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, entry] of entries.entries()) {
      const first = index % contestants.length
      for (const name of [...contestants.slice(first), ...contestants.slice(0, first)]) {
        const started = performance.now()
        const found = await withTimeLimit(CONTESTANTS[name](entry)).catch(() => ({}))
        const time = performance.now() - started
        const key = `${name} ${index}`
        const least = Math.min(time, answers.get(key)?.time ?? time)
        answers.set(key, { name, entry, found, right: isRight(entry, found), time: least })
      }
    }
  }
  return [...answers.values()]
}

function answersOf(contestant) {
  return answers.filter(({ name }) => name === contestant)
}

function withTimeLimit(answer) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), TIME_LIMIT)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

function tableOf(scores) {
  const lines = [
    ['', 'files', ...names],
    ['---', ...['files', ...names].map(() => '--:')],
  ]
  for (const [label, subject, concerns] of ROWS) {
    const count = entries.filter(concerns).length
    const shares = names.map((name) =>
      OWN_ROWS[name]?.includes(label) === false ? '' : share(scores[name], subject, concerns),
    )
    lines.push([label, count, ...shares])
  }
  const times = (at) => names.map((name) => `${quantile(scores[name], at).toFixed(2)} ms`)
  lines.push(['time for a file, median', entries.length, ...times(0.5)])
  lines.push(['time for a file, 95 of 100', entries.length, ...times(0.95)])
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function share(answers, subject, concerns) {
  const asked = answers.filter(({ entry }) => concerns(entry))
  const right = asked.filter((answer) => answer.right[subject]).length
  return `${((100 * right) / asked.length).toFixed(1)} %`
}

function quantile(answers, at) {
  const times = answers.map(({ time }) => time).sort((a, b) => a - b)
  return times[Math.floor((times.length - 1) * at)]
}

function printWrong(answers) {
  for (const { entry, found, right } of answers) {
    const wrong = Object.keys(right).filter((subject) => right[subject] === false)
    if (wrong.length > 0) console.log(entry.name, wrong.join(), JSON.stringify(found))
  }
}
