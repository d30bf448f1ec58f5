// Asks `@stowage/analysis` about each file of the folder that `STOWAGE_CORPUS` names. None that is no picture and no
// video may have a size, and none that is no recording a duration. Of the corpus that `BASELINE` was counted over, no
// answer may be wrong that was right then, and no more may be given of what its sources did not agree on.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { analyzeFile } from '@stowage/analysis'
import { corpus, isRight } from '../../benchmarks/analysis/corpus.mjs'
import { createReport } from '../support/report.mjs'

/** Take out what has become right, and look at each file before anything is added. */
const BASELINE = {
  /** SHA-256 of its `truth.json`. */
  corpus: '7dc611b3aadb63bbc64ddf0bcd497cd166778f338316f5eebf62da4b817af79d',
  files: 1411,
  /** The places in `truth.json` of the files that are told wrongly. */
  wrong: {
    mimeType: [86, 151, 797, 874, 1021, 1065, 1230, 1359],
    extension: [151, 550, 588, 611, 751, 797, 874, 1021, 1065, 1230],
    category: [86, 1065, 1230, 1359],
    size: [543, 844],
    duration: [],
  },
  unverified: { size: 39, duration: 30 },
}

const ATTEMPTS = 5
const CAN_HAVE = { size: ['image', 'video'], duration: ['audio', 'video'] }

const report = createReport('corpus: what real files are, against what is known of them')
await report.run(async () => {
  const folder = process.env.STOWAGE_CORPUS
  if (!folder) return report.skip('real files', 'STOWAGE_CORPUS names no folder')
  const found = await ask(await corpus())
  report.check(
    'no size and no duration where there can be none',
    found.phantoms.length === 0,
    found.phantoms.join(', ') || `${found.files} files`,
  )
  const truth = await readFile(path.join(folder, 'truth.json'))
  const digest = createHash('sha256').update(truth).digest('hex')
  if (digest !== BASELINE.corpus) {
    return report.skip('no answer has become wrong', 'nothing was counted of this corpus before')
  }
  report.check('the corpus is whole', found.files === BASELINE.files, `${found.files} files`)
  for (const [subject, before] of Object.entries(BASELINE.wrong)) {
    const now = found.wrong[subject]
    const anew = now.filter(({ index }) => !before.includes(index))
    const names = anew.map(({ index, name }) => `${name} (${index})`).join(', ')
    const detail = names || `${found.right[subject]} right, ${now.length} wrong as before`
    report.check(`no ${subject} has become wrong`, anew.length === 0, detail)
  }
  for (const [subject, most] of Object.entries(BASELINE.unverified)) {
    const detail = `${found.unverified[subject]} given, ${most} before`
    const name = `no more is said of a ${subject} that nobody can verify`
    report.check(name, found.unverified[subject] <= most, detail)
  }
})
// The analyzer keeps its thread.
process.exit()

/** Counts right answers by subject, and names the files that have wrong ones, or have what they cannot have. */
async function ask(entries) {
  const right = { mimeType: 0, extension: 0, category: 0, size: 0, duration: 0 }
  const wrong = { mimeType: [], extension: [], category: [], size: [], duration: [] }
  const unverified = { size: 0, duration: 0 }
  const phantoms = []
  for (const [index, entry] of entries.entries()) {
    const facts = await factsOf(entry)
    const { type: category, durationSeconds, ...others } = facts
    const duration = durationSeconds ?? undefined
    const answer = isRight(entry, { ...others, category, duration })
    for (const subject of Object.keys(right)) {
      if (answer[subject]) right[subject] += 1
      if (answer[subject] === false) wrong[subject].push({ index, name: entry.name })
    }
    const said = {
      size: facts.width !== null || facts.height !== null,
      duration: duration !== undefined,
    }
    for (const [subject, categories] of Object.entries(CAN_HAVE)) {
      if (!said[subject]) continue
      if (answer[subject] === undefined) unverified[subject] += 1
      if (!entry.categories.some((each) => categories.includes(each)))
        phantoms.push(`${subject} of ${entry.name}`)
    }
  }
  return { files: entries.length, right, wrong, unverified, phantoms }
}

/** Asked again where the time of a file was over: that says how busy the machine is, not what the file is. */
async function factsOf({ path: file, name }) {
  for (let asked = 1; ; asked += 1) {
    const { facts, issues } = await analyzeFile(file, { name })
    const isDecided = issues.every(({ reason }) => reason === 'unreadable')
    if (isDecided || asked === ATTEMPTS) return facts
  }
}
