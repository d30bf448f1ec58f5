import { parentPort } from 'node:worker_threads'
import { isModuleMissing } from './libraries-unavailable.ts'
import type { FromLibrary, LibraryTask } from './library-messages.ts'

parentPort?.on('message', async (task: LibraryTask) => send(await answer(task)))
send({ ready: true })

/** Loads the library with the first task: starting the thread alone costs a fraction of that. */
async function answer({ head }: LibraryTask): Promise<FromLibrary> {
  try {
    const { tellType } = await import('./library-type.ts')
    send({ loaded: true })
    return { mimeType: await tellType(head) }
  } catch (cause) {
    return isModuleMissing(cause) ? { missing: String(cause) } : { failure: String(cause) }
  }
}

function send(message: FromLibrary): void {
  parentPort?.postMessage(message)
}
