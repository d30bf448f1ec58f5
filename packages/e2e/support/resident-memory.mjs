import { readFileSync } from 'node:fs'

/** Resident memory of a process in bytes, as Linux counts it. */
export function residentMemory(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024
}

/** Samples every 50 ms until `stop`, which returns the highest value seen. */
export function watchResidentMemory(pid) {
  let peak = residentMemory(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMemory(pid))
  }, 50)
  return {
    stop() {
      clearInterval(timer)
      return Math.max(peak, residentMemory(pid))
    },
  }
}
