import { closeSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { lacksDescriptor } from '../errors/system-errors.ts'

/** The most descriptors that a thread takes while it starts and opens a database. */
const NEEDED = 8

/**
 * Starts a thread that runs this code. Throws the system's error when too few descriptors are left for it: one that
 * Node begins to start and cannot would keep what it has got for as long as the process lives.
 */
export function startThread(code: string, options: WorkerOptions): Worker {
  assertDescriptors()
  // The flags of this process (loaders, inspectors) are not for code that is bundled and plain.
  return new Worker(code, { ...options, eval: true, execArgv: [] })
}

function assertDescriptors(): void {
  const opened: number[] = []
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, 'r'))
  } catch (error) {
    // What else forbids to open it does not forbid the thread.
    if (lacksDescriptor(error)) throw error
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
