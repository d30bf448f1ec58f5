import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = 'journals'

/** Where the journals lie. */
export const journalsOf = (directory) => path.join(directory, FOLDER)

/** Microseconds of a clock that all processes of the machine share, and that never leaps. */
export const instant = () => Number(process.hrtime.bigint() / 1000n)

/**
 * Notes what a process does with its jobs: `begin`, then `done` or `failed`. `n` is the job's number, or what it saw. A
 * kill loses none of it.
 */
export function openJournal(directory, name) {
  const file = path.join(journalsOf(directory), `${name}.jsonl`)
  return (what, { id, kind, attempt }, n) =>
    appendFileSync(file, `${JSON.stringify({ what, id, kind, attempt, n, at: instant() })}\n`)
}

/** The notes of all processes, each with the name of its process, in the order of time. */
export function readJournals(directory) {
  const folder = journalsOf(directory)
  return readdirSync(folder)
    .flatMap((file) => {
      const lines = readFileSync(path.join(folder, file), 'utf8').split('\n').slice(0, -1)
      const by = path.basename(file, '.jsonl')
      return lines.map((line) => Object.assign(JSON.parse(line), { by }))
    })
    .sort((a, b) => a.at - b.at)
}
