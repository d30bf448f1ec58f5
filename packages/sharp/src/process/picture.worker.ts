// The child process that makes pictures, one at a time. It is bundled into a string (`?worker`) and
// started by `picture-process.ts`.
import { createHeifDecoder } from '../heif/decode-heif.ts'
import { loadSharp } from '../picture/load-sharp.ts'
import { renderPicture, type Studio } from '../picture/render.ts'
import type { FromProcess, JobHeader, ProcessSetup, ToProcess } from './messages.ts'

const MEMORY_CHECK = 20

let studio: Studio | null = null
let memoryLimit = Number.POSITIVE_INFINITY
let job: { readonly header: JobHeader; readonly content: Buffer; filled: number } | null = null

// A signal to the app's whole process group is for the app to handle: it decides when we end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

process.on('message', (message: ToProcess) => {
  if ('setup' in message) prepare(message.setup)
  else if ('job' in message) {
    job = { header: message.job, content: Buffer.alloc(message.job.size), filled: 0 }
  } else if (job !== null) {
    job.content.set(message.chunk, job.filled)
    job.filled += message.chunk.length
  }
  if (job !== null && job.filled === job.content.length) {
    void work(job.header, job.content)
    job = null
  }
})

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
