import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const FOLDER = 'journals'

/** Where a journal lies. */
export const journalsOf = (directory) => path.join(directory, FOLDER)

/** Notes what a process is about to do with assets (`tried`), and what it did (`done`). A kill loses none of it. */
export function openJournal(directory, name) {
  const file = path.join(journalsOf(directory), name)
  return (what, ids) => appendFileSync(file, `${JSON.stringify([what, ids])}\n`)
}

/** The ids of each kind of note, of all processes. A line that a kill cut off says nothing. */
export function readJournals(directory) {
  const notes = { uploaded: new Set(), tried: new Set(), done: new Set() }
  for (const name of readdirSync(journalsOf(directory))) {
    const lines = readFileSync(path.join(journalsOf(directory), name), 'utf8').split('\n')
    for (const line of lines.slice(0, -1)) {
      const [what, ids] = JSON.parse(line)
      for (const id of ids) notes[what].add(id)
    }
  }
  return notes
}
