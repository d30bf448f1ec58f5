import { parentPort } from 'node:worker_threads'
import { isModuleMissing } from './libraries-unavailable.ts'
import type { FromLibrary, LibraryTask } from './library-messages.ts'
import { whyNotLoaded } from './library-not-loaded.ts'

parentPort?.on('message', async (task: LibraryTask) => send(await answer(task)))
send({ ready: true })

/** Loads the library with the first task: starting the thread alone costs a fraction of that. */
async function answer({ head }: LibraryTask): Promise<FromLibrary> {
  let library: typeof import('./library-type.ts')
  try {
    library = await import('./library-type.ts')
  } catch (cause) {
    return isModuleMissing(cause) ? { missing: String(cause) } : { notLoaded: whyNotLoaded(cause) }
  }
  send({ loaded: true })
  try {
    return { mimeType: await library.tellType(head) }
  } catch (cause) {
    return { failure: String(cause) }
  }
}

function send(message: FromLibrary): void {
  parentPort?.postMessage(message)
}
