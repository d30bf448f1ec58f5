import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import type { VariantResult } from '@stowage/core'
import type { PictureContent } from '../maker/content.ts'
import { unavailable } from '../maker/unavailable.ts'
import { allFailed, type RenderJob } from '../picture/recipe.ts'
import { pictureEnvironment } from './environment.ts'
import { openMailbox } from './mailbox.ts'
import { CONTENT_PIPE, type ProcessSetup, type ToProcess } from './messages.ts'
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
   * A picture that takes too long or too much memory, or brings the decoder down, fails its variants and
   * ends the process. `unavailable` when somebody else ended it. Rejects as reading the content does.
   */
  render(content: PictureContent, job: RenderJob): Promise<VariantResult>
  end(): void
}

/** Milliseconds past the limit of a job, so that sharp's own time-out comes first and the process lives. */
const GRACE = 1000
/** Milliseconds in which a process must be ready, on the slowest of machines. */
const STARTUP = 30_000

/** Starts a process and waits until sharp is loaded. `unavailable` when it cannot be. */
export async function startPictureProcess(setup: ProcessSetup): Promise<PictureProcess> {
  const child = spawn(process.execPath, ['--input-type=commonjs', '-'], {
    stdio: ['pipe', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
    env: pictureEnvironment(process.env),
    windowsHide: true,
  })
  const mailbox = openMailbox(child)
  const input = child.stdio[CONTENT_PIPE] as Socket
  // When the process cannot be started, or ends, its pipes break too; the mailbox already tells.
  child.stdin?.on('error', () => {})
  input.on('error', () => {})
  child.stdin?.end(pictureCode)

  let jobs = 0
  let memory = 0
  let isEnding = false
  function end(): void {
    isEnding = true
    child.kill('SIGKILL')
  }

  async function sendJob(content: PictureContent, job: RenderJob): Promise<void> {
    await send(child, { job: { ...job, size: content.size } })
    for await (const chunk of content.chunks()) {
      if (mailbox.ended) return
      await write(input, chunk)
    }
  }

  async function render(content: PictureContent, job: RenderJob): Promise<VariantResult> {
    jobs += 1
    let isSent = false
    let isLate = false
    const expire = (): void => {
      // Until it has the whole picture, the process is not the one that is slow.
      isLate = isSent
      end()
    }
    let timer = setTimeout(expire, job.limits.time + GRACE)
    keepAlive(child, input, true)
    try {
      const reply = mailbox.next()
      const sending = sendJob(content, job).then(() => {
        if (isEnding || mailbox.ended) return
        isSent = true
        clearTimeout(timer)
        timer = setTimeout(expire, job.limits.time + GRACE)
      })
      // Whoever reads the content may be stuck; then the end of the process tells.
      await Promise.race([sending, reply])
      const answer = await reply
      if ('result' in answer) {
        memory = answer.memory
        return answer.result
      }
      const isCrash = 'ended' in answer && answer.ended === 'crashed'
      if (isLate || isCrash || 'exhausted' in answer) return allFailed(job)
      throw unavailable('The process that makes pictures was ended.')
    } catch (error) {
      // It waits for the rest of a file that will not come.
      end()
      throw error
    } finally {
      clearTimeout(timer)
      keepAlive(child, input, false)
    }
  }

  const startup = setTimeout(end, STARTUP)
  await send(child, { setup })
  const answer = await mailbox.next()
  clearTimeout(startup)
  keepAlive(child, input, false)
  if (!('ready' in answer)) {
    end()
    throw unavailable('sharp cannot be loaded.', 'broken' in answer ? answer.broken : answer)
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

/** Resolves when the pipe has taken the message; one that cannot be sent shows in how the process ends. */
async function send(child: ChildProcess, message: ToProcess): Promise<void> {
  if (!child.connected) return
  await new Promise<void>((resolve) => child.send(message, () => resolve()))
}

/** Resolves when the pipe has taken the bytes, or is broken. */
function write(input: Socket, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    if (input.destroyed) resolve()
    else input.write(chunk, () => resolve())
  })
}

/** An idle process must not keep the app from ending. */
function keepAlive(child: ChildProcess, input: Socket, isWanted: boolean): void {
  if (isWanted) {
    child.ref()
    child.channel?.ref()
    input.ref()
  } else {
    child.unref()
    child.channel?.unref()
    input.unref()
  }
}
