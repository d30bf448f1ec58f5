import { parentPort } from 'node:worker_threads'
import type { ByteRange } from '../../model/byte-range.ts'
import { BoundedReader, type ReadableFile } from '../bounded-reader.ts'
import type { FromLibrary, LibraryTask, ToLibrary } from './library-messages.ts'
import { measurePicture } from './library-picture.ts'
import { measureRecording } from './library-recording.ts'
import { tellType } from './library-type.ts'

const ANSWERS = { type: tellType, picture: measurePicture, recording: measureRecording }
/** The main thread's reader counts: what it refuses fails here. */
const UNBOUNDED = { maxTime: Infinity, maxBytes: Infinity, maxReads: Infinity }

let deliver: ((bytes: Uint8Array | null) => void) | undefined
/** Reads wait for each other, and the end of a task waits for those that its library left behind. */
let lastRead: Promise<unknown> = Promise.resolve()

parentPort?.on('message', async (message: ToLibrary) => {
  if ('bytes' in message) deliver?.(message.bytes)
  else send(await answer(message))
})

async function answer(task: LibraryTask): Promise<FromLibrary> {
  try {
    const reader = new BoundedReader(remoteFile(task), UNBOUNDED)
    return { measures: await ANSWERS[task.question](reader, task.mimeType) }
  } catch (cause) {
    return { failure: String(cause) }
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
