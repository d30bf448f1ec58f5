import { readFileSync } from 'node:fs'
import { analyzeFile } from '@stowage/analysis'

/** The facts of each file as an app gets them; what was thrown; and which file cost the main thread most. */
export async function askStowage(entries, analyze = analyzeFile) {
  const files = []
  const thrown = []
  let longest = { ms: 0, name: '' }
  // The first file also costs what is loaded once.
  await analyzeFile(entries[0].path)
  for (const entry of entries) {
    const before = threadTime()
    try {
      const { facts } = await analyze(entry.path, { name: entry.name })
      files.push({ ...entry, facts })
    } catch (error) {
      thrown.push(`${entry.name}: ${error.message}`)
    }
    const ms = threadTime() - before
    if (ms > longest.ms) longest = { ms, name: entry.name }
  }
  return { files, thrown, longest }
}

/** Milliseconds of processor time of this thread; of the process, where the system does not tell. */
function threadTime() {
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000
  }
}
