// The child process that makes pictures, one at a time. It is bundled into a string (`?worker`) and
// started by `picture-process.ts`.
import { closeSync, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { createHeifDecoder } from '../heif/decode-heif.ts'
import { loadSharp } from '../picture/load-sharp.ts'
import type { RenderJob } from '../picture/recipe.ts'
import { renderPicture, type Studio } from '../picture/render.ts'
import { createFrameReader, frameHead } from './frames.ts'
import {
  type FromProcess,
  PIPE,
  type PictureFile,
  type ProcessSetup,
  type ToProcess,
} from './messages.ts'

const MEMORY_CHECK = 20

let studio: Studio | null = null
let memoryLimit = Number.POSITIVE_INFINITY
let work = Promise.resolve()

// A signal to the app's whole process group is for the app to handle: it decides when we end.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})

const pipe = new Socket({ fd: PIPE })
// The app is gone, or has done with this process.
pipe.on('error', die)
pipe.on('end', die)
pipe.on(
  'data',
  createFrameReader<ToProcess>({
    limit: Number.POSITIVE_INFINITY,
    deliver(message, body) {
      if ('setup' in message) prepare(message.setup)
      else work = work.then(() => render(message.job, message.file, body))
    },
  }),
)

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

async function render(job: RenderJob, file: PictureFile | undefined, body: Buffer): Promise<void> {
  if (studio === null) return
  const content = file === undefined ? body : bytesOf(file)
  if (content === null) return tell({ unread: true })
  if (file !== undefined) tell({ read: true })
  const watch = setInterval(endWhenExhausted, MEMORY_CHECK)
  const { made, failed } = await renderPicture(studio, content, job)
  clearInterval(watch)
  const sent = made.map(({ content, ...variant }) => ({ ...variant, size: content.length }))
  tell(
    { made: sent, failed, memory: process.memoryUsage.rss() },
    made.map(({ content }) => content),
  )
}

/** `null` when the file is not there, or not as long as it should be. */
function bytesOf({ path, size }: PictureFile): Buffer | null {
  const bytes = Buffer.allocUnsafeSlow(size)
  let filled = 0
  try {
    const fd = openSync(path, 'r')
    try {
      for (let read = -1; read !== 0 && filled < size; filled += read) {
        read = readSync(fd, bytes, filled, size - filled, filled)
      }
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
  return filled === size ? bytes : null
}

/** `process.exit` would wait for the threads that decode. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

function endWhenExhausted(): void {
  if (process.memoryUsage.rss() <= memoryLimit) return
  pipe.write(frameHead({ exhausted: true } satisfies FromProcess, 0), die)
}

function tell(message: FromProcess, parts: readonly Uint8Array[] = []): void {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  pipe.cork()
  pipe.write(frameHead(message, size))
  for (const part of parts) pipe.write(part)
  pipe.uncork()
}
