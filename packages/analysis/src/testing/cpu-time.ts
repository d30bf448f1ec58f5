import { readFileSync } from 'node:fs'

/**
 * Milliseconds of processor time that this process has taken so far, in all its threads. Other processes do not count.
 */
export function processTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The same for this thread alone where the system reports it, else for the process. */
export function threadTime(): number {
  try {
    const [nanoseconds] = readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return processTime()
  }
}
