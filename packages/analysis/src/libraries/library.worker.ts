import { parentPort } from 'node:worker_threads'
import type { Measures } from '../facts/measures.ts'
import { BoundedReader } from '../reading/bounded-reader.ts'
import type { ByteRange, ReadableFile } from '../reading/readable-file.ts'
import type { Question } from './libraries.ts'
import { isModuleMissing } from './libraries-unavailable.ts'
import type { FromLibrary, LibraryTask, ToLibrary } from './library-messages.ts'

/** Each library is loaded when it is asked for the first time: starting the thread costs a quarter of all three. */
const ANSWERS: Readonly<Record<Question, () => Promise<Answer>>> = {
  type: async () => (await import('./library-type.ts')).tellType,
  picture: async () => (await import('./library-picture.ts')).measurePicture,
  recording: async () => (await import('./library-recording.ts')).measureRecording,
}
type Answer = (reader: BoundedReader, mimeType: string) => Promise<Measures>

/** The main thread's reader counts: what it refuses fails here. */
const UNBOUNDED = { maxTime: Infinity, maxBytes: Infinity, maxReads: Infinity }

let deliver: ((bytes: Uint8Array | null) => void) | undefined
/** Reads wait for each other, and the end of a task waits for those that its library left behind. */
let lastRead: Promise<unknown> = Promise.resolve()

parentPort?.on('message', async (message: ToLibrary) => {
  if ('bytes' in message) deliver?.(message.bytes)
  else send(await answer(message))
})
send({ ready: true })

async function answer(task: LibraryTask): Promise<FromLibrary> {
  try {
    const answer = await ANSWERS[task.question]()
    send({ loaded: true })
    const reader = new BoundedReader(remoteFile(task), UNBOUNDED)
    return { measures: await answer(reader, task.mimeType) }
  } catch (cause) {
    return isModuleMissing(cause) ? { missing: String(cause) } : { failure: String(cause) }
  } finally {
    await lastRead
  }
}

function remoteFile({ size, head }: LibraryTask): ReadableFile {
  return {
    size,
    async read(range) {
      if (range.end <= head.length) return head.subarray(range.start, range.end)
      const read = lastRead.then(() => readRemotely(range))
      lastRead = read.catch(() => {})
      return read
    },
  }
}

async function readRemotely(range: ByteRange): Promise<Uint8Array> {
  const bytes = await new Promise<Uint8Array | null>((resolve) => {
    deliver = resolve
    send({ read: range })
  })
  if (bytes === null) throw new RangeError('not readable')
  return bytes
}

function send(message: FromLibrary): void {
  parentPort?.postMessage(message)
}
