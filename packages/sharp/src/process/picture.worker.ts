// The child process that makes pictures, one at a time. It is bundled into a string (`?worker`) and
// started by `picture-process.ts`.
import { closeSync, openSync, readSync } from 'node:fs'
import { Socket } from 'node:net'
import { createHeifDecoder } from '../heif/decode-heif.ts'
import type { RenderJob } from '../job/recipe.ts'
import { loadSharp } from '../picture/load-sharp.ts'
import { type RenderTools, renderPicture } from '../picture/render.ts'
import { WALL_TIME_FACTOR } from './deadline.ts'
import { createFrameReader, frameHead } from './frames.ts'
import {
  type FromProcess,
  PIPE,
  type PictureFile,
  type ProcessSetup,
  type ToProcess,
} from './messages.ts'

/** Milliseconds between checks of what a job uses. */
const LOOK = 20
/** Characters of an error that are sent. */
const LONGEST_REASON = 4000

let tools: RenderTools | null = null
let memoryLimit = Number.POSITIVE_INFINITY
let work = Promise.resolve()

// A signal to the app's whole process group is for the app to handle: it decides when this process ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
// Decoder errors reject and do not come here. These are: no memory for a picture, no descriptor, or a bug of this
// package.
process.on('uncaughtException', (error) => tellAndDie({ unable: reasonOf(error) }))

const pipe = new Socket({ fd: PIPE })
// The app has ended, or is done with this process.
pipe.on('error', die)
pipe.on('end', die)
pipe.on(
  'data',
  createFrameReader<ToProcess>({
    limit: () => Number.POSITIVE_INFINITY,
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
    tools = { sharp: loadSharp(requireFrom), decodeHeif }
    tell({ ready: true })
  } catch (error) {
    tell({ broken: reasonOf(error) })
  }
}

async function render(job: RenderJob, file: PictureFile | undefined, body: Buffer): Promise<void> {
  if (tools === null) return
  const content = file === undefined ? body : bytesOf(file)
  if (content === null) return tell({ unread: true })
  if (file !== undefined) tell({ read: true })
  const used = process.cpuUsage()
  const watch = setInterval(() => endOverLimit(used, job), LOOK)
  try {
    const { made, failed } = await renderPicture(tools, content, inAnyTime(job))
    const sent = made.map(({ content, ...variant }) => ({ ...variant, size: content.length }))
    tell(
      { made: sent, failed, memory: process.memoryUsage.rss() },
      made.map(({ content }) => content),
    )
  } catch (error) {
    tell({ unable: reasonOf(error) })
  } finally {
    clearInterval(watch)
  }
}

/**
 * This process watches processor time; the app watches wall-clock time. A decoder's own timeout counts wall-clock time,
 * so its limit is raised.
 */
function inAnyTime(job: RenderJob): RenderJob {
  return { ...job, limits: { ...job.limits, timeMs: job.limits.timeMs * WALL_TIME_FACTOR } }
}

/** `null` when the file cannot be read, or is not as long as it should be. */
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

/** `process.exit` would wait for the decoding threads. */
function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Processor time, not wall-clock time: a picture is not at fault when its process had to wait. */
function endOverLimit(usedBefore: NodeJS.CpuUsage, { limits }: RenderJob): void {
  const { user, system } = process.cpuUsage(usedBefore)
  if (user + system > limits.timeMs * 1000) tellAndDie({ overtime: true })
  else if (process.memoryUsage.rss() > memoryLimit) tellAndDie({ exhausted: true })
}

function tellAndDie(message: FromProcess): void {
  pipe.write(frameHead(message, 0), die)
}

function reasonOf(error: unknown): string {
  return String(error).slice(0, LONGEST_REASON)
}

function tell(message: FromProcess, parts: readonly Uint8Array[] = []): void {
  const size = parts.reduce((sum, { length }) => sum + length, 0)
  pipe.cork()
  pipe.write(frameHead(message, size))
  for (const part of parts) pipe.write(part)
  pipe.uncork()
}
