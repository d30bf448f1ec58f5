import { priorityOf } from './kinds.mjs'

/**
 * When each job was run: `from` … `to` by which process, in the order of time. One that did not end lasted until its process
 * was killed.
 */
function runsOf(notes, killed) {
  const lastNotes = new Map(notes.map(({ by, at }) => [by, at]))
  const runs = new Map()
  const open = new Map()
  for (const note of notes) {
    const name = `${note.id} ${note.by}`
    if (note.what === 'begin') {
      const to = killed.get(note.by) ?? lastNotes.get(note.by)
      const run = { from: note.at, to, by: note.by, attempt: note.attempt, end: null }
      open.set(name, run)
      runs.set(note.id, [...(runs.get(note.id) ?? []), run])
    } else {
      Object.assign(open.get(name), { to: note.at, end: note.what })
      open.delete(name)
    }
  }
  return runs
}

/** What the journals contradict, in sentences, by promise. */
export function judgeRuns(notes, { killed, ids, handsOff }) {
  const runs = runsOf(notes, killed)
  const wrong = { undone: [], twice: [], again: [], lost: [] }
  for (const id of ids) {
    const ended = runs.get(id)?.some(({ end }) => end === 'done')
    if (!ended) wrong.undone.push(id)
  }
  for (const [id, all] of runs) {
    all.forEach((run, index) => {
      const next = all[index + 1]
      if (next !== undefined && next.from < run.to) {
        wrong.twice.push(`${id}: by ${run.by} and ${next.by}`)
      }
      if (run.end === null && !killed.has(run.by)) wrong.lost.push(`${id}: by ${run.by}`)
    })
  }
  for (const id of ids) {
    for (const run of (runs.get(id) ?? []).slice(0, -1)) {
      if (!killed.has(run.by)) wrong.again.push(`${id}: by ${run.by}, attempt ${run.attempt}`)
    }
  }
  return { wrong, ...judgeOrder(notes, handsOff) }
}

/**
 * How many jobs of a higher priority had not begun when a job began, at most. Those that a process has claimed and not yet
 * noted count; those whose first process was killed before it noted them do not.
 */
function judgeOrder(notes, handsOff) {
  const begun = new Set()
  const first = notes.filter(({ what, kind, id }) => {
    if (kind !== 'work' || what !== 'begin' || begun.has(id)) return false
    begun.add(id)
    return true
  })
  const seen = first.filter(({ attempt }) => attempt === 1).map(({ n }) => priorityOf(n))
  const left = new Map()
  for (const priority of seen) left.set(priority, (left.get(priority) ?? 0) + 1)
  let overtaken = 0
  for (const priority of seen) {
    left.set(priority, left.get(priority) - 1)
    const higher = [...left].filter(([other]) => other > priority)
    overtaken = Math.max(
      overtaken,
      higher.reduce((sum, [, count]) => sum + count, 0),
    )
  }
  return { overtaken, isOrdered: overtaken <= handsOff, priorities: left.size }
}

/** Jobs of kind `work` that were done each second, until the time `until`. */
export function rateOf(notes, until) {
  const work = notes.filter(({ kind, at }) => kind === 'work' && at <= until)
  const done = work.filter(({ what }) => what === 'done')
  return done.length / ((done.at(-1).at - work[0].at) / 1e6)
}
