import { closeSync, existsSync, openSync } from 'node:fs'
import { devNull } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
// biome-ignore lint/style/useNodejsImportProtocol: webpack knows a worker of Node by this name of the module alone.
import { Worker } from 'worker_threads'
import { LibrariesUnavailable } from './libraries-unavailable.ts'

/** The most descriptors that the thread takes while it starts and loads the library. */
const NEEDED = 24

/**
 * Starts the worker as bundlers can follow it: they look for exactly this expression. Throws `LibrariesUnavailable`
 * where a bundler did not, and the system's error where too few descriptors are free: what Node cannot load then, it
 * never loads again in that thread.
 */
export function startLibraryWorker(): Worker {
  assertWorkerBeside()
  assertDescriptors()
  return new Worker(new URL('./library.worker.js', import.meta.url), {
    // The worker is plain code and needs none of this process's flags (loaders, inspectors).
    execArgv: [],
    env: {},
    name: 'stowage-analysis',
    resourceLimits: { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 16 },
  })
}

/**
 * Throws `LibrariesUnavailable` when the worker's file is not next to this one, as in the output of a bundler that does
 * not follow workers. Looks at the disk twice. `here` is the URL of this module. If that file does not exist, a bundler
 * has put in another URL, and the check proves nothing.
 */
export function assertWorkerBeside(here: string | undefined = import.meta.url): void {
  // A bundle in CommonJS format has no `import.meta.url`.
  if (here === undefined) throw new LibrariesUnavailable()
  if (!here.startsWith('file:')) return
  const file = fileURLToPath(here)
  const worker = path.join(path.dirname(file), `library.worker${path.extname(file)}`)
  if (existsSync(file) && !existsSync(worker)) throw new LibrariesUnavailable()
}

function assertDescriptors(): void {
  const opened: number[] = []
  try {
    while (opened.length < NEEDED) opened.push(openSync(devNull, 'r'))
  } catch (error) {
    // Node's permission model forbids this file, but not the thread.
    if ('syscall' in Object(error)) throw error
  } finally {
    for (const descriptor of opened) closeSync(descriptor)
  }
}
