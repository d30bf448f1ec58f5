// The child process that makes pictures, one at a time. It is bundled into a string (`?worker`) and
// started by `picture-process.ts`.
import { Socket } from 'node:net'
import { createHeifDecoder } from '../heif/decode-heif.ts'
import { loadSharp } from '../picture/load-sharp.ts'
import { renderPicture, type Studio } from '../picture/render.ts'
import {
  CONTENT_PIPE,
  type FromProcess,
  type JobHeader,
  type ProcessSetup,
  type ToProcess,
} from './messages.ts'

const MEMORY_CHECK = 20

let studio: Studio | null = null
let memoryLimit = Number.POSITIVE_INFINITY
let job: { readonly header: JobHeader; readonly content: Buffer; filled: number } | null = null

// A signal to the app's whole process group is for the app to handle: it decides when we end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const input = new Socket({ fd: CONTENT_PIPE })
// The app is gone, or has done with this process.
input.on('error', () => process.kill(process.pid, 'SIGKILL'))
input.on('data', (chunk) => {
  job?.content.set(chunk, job.filled)
  if (job !== null) job.filled += chunk.length
  workWhenComplete()
})
// What comes before its header waits in the pipe.
input.pause()

process.on('message', (message: ToProcess) => {
  if ('setup' in message) return prepare(message.setup)
  const { size } = message.job
  job = { header: message.job, content: Buffer.allocUnsafeSlow(size), filled: 0 }
  input.resume()
  workWhenComplete()
})

function workWhenComplete(): void {
  if (job === null || job.filled < job.content.length) return
  input.pause()
  void work(job.header, job.content)
  job = null
}

function prepare({ requireFrom, heifCode, memory }: ProcessSetup): void {
  try {
    memoryLimit = memory
    const decodeHeif = createHeifDecoder(heifCode, requireFrom)
    studio = { sharp: loadSharp(requireFrom), decodeHeif }
    tell({ ready: true })
  } catch (error) {
    tell({ broken: String(error) })
  }
}

async function work(header: JobHeader, content: Buffer): Promise<void> {
  if (studio === null) return
  const watch = setInterval(endWhenExhausted, MEMORY_CHECK)
  const result = await renderPicture(studio, content, header)
  clearInterval(watch)
  tell({ result, memory: process.memoryUsage.rss() })
}

/** `process.exit` would wait for the threads that decode. */
function endWhenExhausted(): void {
  if (process.memoryUsage.rss() <= memoryLimit) return
  process.send?.({ exhausted: true } satisfies FromProcess, () =>
    process.kill(process.pid, 'SIGKILL'),
  )
}

function tell(message: FromProcess): void {
  process.send?.(message)
}
