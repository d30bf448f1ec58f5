import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { VariantResult } from '@stowage/core'
import type { PictureContent } from '../maker/content.ts'
import { unavailable } from '../maker/unavailable.ts'
import { allFailed, type RenderJob } from '../picture/recipe.ts'
import { pictureEnvironment } from './environment.ts'
import { frameHead } from './frames.ts'
import { type Letter, openMailbox } from './mailbox.ts'
import { type FromProcess, PIPE, type ProcessSetup, type ToProcess } from './messages.ts'
import pictureCode from './picture.worker.ts?worker'

/** A child process that renders pictures, one at a time. */
export interface PictureProcess {
  /** How many jobs it was given. */
  readonly jobs: number
  /** Resident bytes after the last job. */
  readonly memory: number
  /** Whether the process is gone, so that it can take no more jobs. */
  readonly ended: boolean
  /**
   * Not before the last one is done. A picture that takes too long fails its variants and ends the process;
   * so does one that takes too much memory or brings the decoder down, if it is the first. Of a later one
   * that is `null`, for what those before it left behind may be to blame: try again in a new process.
   * `unavailable` when somebody else ended the process. Rejects as reading the content does.
   */
  render(content: PictureContent, job: RenderJob): Promise<VariantResult | null>
  end(): void
}

/** Milliseconds past the limit of a job, so that sharp's own time-out comes first and the process lives. */
const GRACE = 1000
/** Milliseconds in which a process must be ready, on the slowest of machines. */
const STARTUP = 30_000

/** Starts a process and waits until sharp is loaded. `unavailable` when it cannot be. */
export async function startPictureProcess(setup: ProcessSetup): Promise<PictureProcess> {
  const child = spawn(process.execPath, ['--input-type=commonjs', '-'], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: pictureEnvironment(process.env),
    windowsHide: true,
  })
  const pipe = child.stdio[PIPE] as Socket
  const mailbox = openMailbox(child, pipe)
  // When the process cannot be started, or ends, its pipes break too; the mailbox already tells.
  child.stdin?.on('error', () => {})
  pipe.on('error', () => {})
  child.stdin?.end(pictureCode)

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
      if (mailbox.ended) return
      await write(pipe, chunk)
    }
  }

  /** `false` when the picture must be read by us to be sent. */
  function sendWhole({ bytes, path, size }: PictureContent, job: RenderJob): boolean {
    if (bytes !== undefined) send({ job }, bytes)
    else if (path !== undefined) send({ job, file: { path, size } })
    else return false
    return true
  }

  async function render(content: PictureContent, job: RenderJob): Promise<VariantResult | null> {
    jobs += 1
    keepAlive(true)
    // Until it has the whole picture, the process is not the one that is slow.
    let isAtWork = content.bytes !== undefined
    let isLate = false
    const expire = (): void => {
      isLate = isAtWork
      end()
    }
    let timer = setTimeout(expire, job.limits.time + GRACE)
    const begin = (): void => {
      if (isEnding || mailbox.ended) return
      isAtWork = true
      clearTimeout(timer)
      timer = setTimeout(expire, job.limits.time + GRACE)
    }
    /** Whoever reads the content may be stuck; then the end of the process tells. */
    const streamed = async (): Promise<Letter> => {
      const reply = mailbox.next()
      await Promise.race([stream(content, job).then(begin), reply])
      return reply
    }
    try {
      let letter = await (sendWhole(content, job) ? mailbox.next() : streamed())
      if (says(letter, 'unread')) letter = await streamed()
      if (says(letter, 'read')) {
        begin()
        letter = await mailbox.next()
      }
      return resultOf(letter, job, isLate)
    } catch (error) {
      // It waits for the rest of a file that will not come.
      end()
      throw error
    } finally {
      clearTimeout(timer)
      keepAlive(false)
    }
  }

  function resultOf(letter: Letter, job: RenderJob, isLate: boolean): VariantResult | null {
    if ('said' in letter && 'made' in letter.said) {
      memory = letter.said.memory
      let at = 0
      const made = letter.said.made.map(({ size, ...variant }) => {
        at += size
        return { ...variant, content: letter.body.subarray(at - size, at) }
      })
      return { made, failed: letter.said.failed }
    }
    if (isLate) return allFailed(job)
    if ('ended' in letter && letter.ended === 'killed') {
      throw unavailable('The process that makes pictures was ended.')
    }
    // Crashed, exhausted, or not our code speaks there any more.
    end()
    return jobs === 1 ? allFailed(job) : null
  }

  /** An idle process must not keep the app from ending. */
  function keepAlive(isWanted: boolean): void {
    for (const handle of [child, pipe]) {
      if (isWanted) handle.ref()
      else handle.unref()
    }
  }

  const startup = setTimeout(end, STARTUP)
  send({ setup })
  const letter = await mailbox.next()
  clearTimeout(startup)
  keepAlive(false)
  if (!says(letter, 'ready')) {
    end()
    throw unavailable('sharp cannot be loaded.', 'said' in letter ? letter.said : letter)
  }
  return {
    get jobs() {
      return jobs
    },
    get memory() {
      return memory
    },
    get ended() {
      return isEnding || mailbox.ended
    },
    render,
    end,
  }
}

function says(letter: Letter, what: KeyOfSaid): boolean {
  return 'said' in letter && what in letter.said
}

type KeyOfSaid = FromProcess extends infer Said ? (Said extends Said ? keyof Said : never) : never

/** Resolves when the pipe has taken the bytes, or is broken. */
function write(pipe: Socket, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (pipe.destroyed) resolve()
    else pipe.write(chunk, () => resolve())
  })
}
