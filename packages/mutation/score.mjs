const NOTICED = new Set(['Killed', 'Timeout'])
const MISSED = new Set(['Survived', 'NoCoverage'])

/** Percent of the tried faults that were noticed. Faults that were not drawn for the sample do not count. */
export function scoreOf(result) {
  const all = mutantsOf(result)
  const killed = all.filter(({ status }) => NOTICED.has(status)).length
  const missed = all.filter(({ status }) => MISSED.has(status)).length
  const total = killed + missed
  return { score: total === 0 ? 100 : (killed / total) * 100, killed, total, all: all.length }
}

/** A line for each fault that no test noticed: where it is, and its replacement text. */
export function describeSurvivors(result) {
  return mutantsOf(result)
    .filter(({ status }) => MISSED.has(status))
    .map(({ file, location, status, mutatorName, replacement }) => {
      const text = replacement.replace(/\s+/g, ' ').slice(0, 80)
      const untested = status === 'NoCoverage' ? ' (no test runs it)' : ''
      const { line, column } = location.start
      return `${file}:${line}:${column} ${mutatorName}: ${text}${untested}`
    })
}

function mutantsOf({ files }) {
  return Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file })),
  )
}
