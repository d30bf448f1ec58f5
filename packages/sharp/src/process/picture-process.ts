import type { Socket } from 'node:net'
import type { VariantResult } from '@stowage/core/ports'
import type { PictureContent } from '../job/content.ts'
import { allFailed, type RenderJob } from '../job/recipe.ts'
import { inconclusive, sharpUnavailable, unavailable } from '../job/unavailable.ts'
import { largestAnswer, resultIn } from './answer.ts'
import { type Deadline, startDeadline, WALL_TIME_FACTOR } from './deadline.ts'
import { frameHead } from './frames.ts'
import { type Message, openMessageChannel } from './message-channel.ts'
import type { FromProcess, ProcessSetup, ToProcess } from './messages.ts'
import pictureCode from './picture.worker.ts?worker'
import { type SpawnOptions, spawnNode } from './spawn-node.ts'

/** A child process that renders pictures, one at a time. */
export interface PictureProcess {
  /** How many jobs it was given. */
  readonly jobs: number
  /** Resident bytes after the last job. */
  readonly memory: number
  /** Whether the process has ended and can take no more jobs. */
  readonly ended: boolean
  /**
   * Do not call it again before it resolves.
   *
   * A picture that takes more processor time than it may fails its variants and ends the process. So does a
   * picture that takes too much memory or crashes the decoder, if it is the process's first. A later one gives
   * `null`, because an earlier picture may be to blame: try again in a new process.
   *
   * `unavailable` when the attempt proved nothing about the picture: the machine was too slow or had no memory, or the
   * system ended the process. Rejects as reading the content does. An abort ends the process unless the job ends within
   * 100 ms, and the caller then ignores the result.
   */
  render(
    content: PictureContent,
    job: RenderJob,
    signal?: AbortSignal,
  ): Promise<VariantResult | null>
  end(): void
}

/** Milliseconds on top of a job's wall-clock time, so that a process can report `overtime` before it is killed. */
const GRACE = 3000
/** Milliseconds that an abandoned job goes on: most end in that time, which saves starting a new process. */
const LINGER = 100
/** Milliseconds in which a process must be ready, even on the slowest machine. */
const STARTUP = 30_000

/**
 * Starts a process and waits until sharp is loaded. `variants_unavailable` when sharp cannot be loaded, `unavailable`
 * when no process can start now.
 */
export async function startPictureProcess(
  setup: ProcessSetup,
  options: SpawnOptions = {},
): Promise<PictureProcess> {
  const { child, pipe } = await spawnNode(pictureCode, options)
  const channel = openMessageChannel(child, pipe)

  let jobs = 0
  let memory = 0
  let isEnding = false
  function end(): void {
    isEnding = true
    child.kill('SIGKILL')
  }

  function send(message: ToProcess, body?: Uint8Array): void {
    if (pipe.destroyed) return
    pipe.cork()
    pipe.write(frameHead(message, body?.length ?? 0))
    if (body !== undefined) pipe.write(body)
    pipe.uncork()
  }

  async function stream(content: PictureContent, job: RenderJob): Promise<void> {
    if (pipe.destroyed) return
    pipe.write(frameHead({ job } satisfies ToProcess, content.size))
    for await (const chunk of content.chunks()) {
      if (channel.ended) return
      await write(pipe, chunk)
    }
  }

  /** `false` when the app must read the picture itself and stream it. */
  function sendWhole({ bytes, path, size }: PictureContent, job: RenderJob): boolean {
    if (bytes !== undefined) send({ job }, bytes)
    else if (path !== undefined) send({ job, file: { path, size } })
    else return false
    return true
  }

  async function render(
    content: PictureContent,
    job: RenderJob,
    signal?: AbortSignal,
  ): Promise<VariantResult | null> {
    jobs += 1
    keepAlive(true)
    const limit = largestAnswer(job)
    let isLate = false
    const begin = (): Deadline =>
      startDeadline(job.limits.timeMs * WALL_TIME_FACTOR + GRACE, () => {
        isLate = true
        end()
      })
    let deadline = begin()
    let isOver = false
    /** Also called after the end, when a reader that was stuck delivers its last bytes. */
    const restart = (): void => {
      deadline.stop()
      if (!isOver) deadline = begin()
    }
    let lingering: NodeJS.Timeout | undefined
    const linger = (): void => {
      lingering = setTimeout(end, LINGER)
    }
    signal?.addEventListener('abort', linger, { once: true })
    /** Reading the content may hang; then the end of the process settles this. */
    const streamed = async (): Promise<Message> => {
      const reply = channel.next(limit)
      await Promise.race([stream(content, job).then(restart), reply])
      return reply
    }
    try {
      let message = await (sendWhole(content, job) ? channel.next(limit) : streamed())
      if (says(message, 'unread')) message = await streamed()
      if (says(message, 'read')) {
        restart()
        message = await channel.next(limit)
      }
      return resultOf(message, job, isLate)
    } catch (error) {
      // The process may be waiting for the rest of a file that will not come.
      end()
      throw error
    } finally {
      isOver = true
      deadline.stop()
      clearTimeout(lingering)
      signal?.removeEventListener('abort', linger)
      keepAlive(false)
    }
  }

  function resultOf(message: Message, job: RenderJob, isLate: boolean): VariantResult | null {
    if ('said' in message && 'made' in message.said) {
      const result = resultIn(message.said, message.body, job)
      if (result !== null && Number.isFinite(message.said.memory)) {
        memory = message.said.memory
        return result
      }
    }
    end()
    if (says(message, 'overtime')) return allFailed(job)
    if (isLate) throw inconclusive('The picture was not made in time.')
    if ('ended' in message && message.ended === 'killed') {
      throw inconclusive('The process that makes pictures was ended.')
    }
    if (jobs > 1) return null
    if ('said' in message && 'unable' in message.said) {
      throw inconclusive('The picture could not be made now.', message.said.unable)
    }
    if ('ended' in message && message.ended === 'aborted') {
      throw inconclusive('The process that makes pictures gave up.')
    }
    // Crashed, exhausted, or no longer running our code.
    return allFailed(job)
  }

  /** An idle process must not keep the app from ending. */
  function keepAlive(isWanted: boolean): void {
    for (const handle of [child, pipe]) {
      if (isWanted) handle.ref()
      else handle.unref()
    }
  }

  const startup = startDeadline(STARTUP, end)
  send({ setup })
  const message = await channel.next()
  startup.stop()
  keepAlive(false)
  if (!says(message, 'ready')) {
    end()
    if ('said' in message && 'broken' in message.said) throw sharpUnavailable(message.said.broken)
    throw unavailable('A process that makes pictures could not start.', message)
  }
  return {
    get jobs() {
      return jobs
    },
    get memory() {
      return memory
    },
    get ended() {
      return isEnding || channel.ended
    },
    render,
    end,
  }
}

function says(message: Message, what: KeyOfSaid): boolean {
  return 'said' in message && what in message.said
}

type KeyOfSaid = FromProcess extends infer Said ? (Said extends Said ? keyof Said : never) : never

/** Resolves when the pipe has taken the bytes, or is broken. */
function write(pipe: Socket, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (pipe.destroyed) resolve()
    else pipe.write(chunk, () => resolve())
  })
}
