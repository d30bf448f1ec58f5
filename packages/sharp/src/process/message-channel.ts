import type { ChildProcess } from 'node:child_process'
import type { Readable } from 'node:stream'
import { LONGEST_ANSWER_HEADER } from './answer.ts'
import { createFrameReader } from './frames.ts'
import type { FromProcess } from './messages.ts'

/**
 * The process has ended. `crashed`: its work brought it down. `aborted`: it ended itself, because it could not get
 * memory or threads, or found its memory corrupt. `killed`: the system or a user ended it.
 */
export interface Ending {
  readonly ended: 'crashed' | 'aborted' | 'killed'
}

/** What the process says, with the bytes that belong to it. */
export type Message = { readonly said: FromProcess; readonly body: Buffer } | Ending

/** The messages of a child process, one at a time. */
export interface MessageChannel {
  /** Whether nothing more will come. */
  readonly ended: boolean
  /**
   * The next message, with a body of at most `limit` bytes (default 0), or how the process ended. Never rejects. Do not
   * call it again before it resolves. A message that nobody awaits, or that is larger, ends the process: it would fill
   * our memory.
   */
  next(limit?: number): Promise<Message>
}

/** Signals from outside; a process that its own work brings down gets other signals, or exits. */
const KILLS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']
const ABORTS: readonly (NodeJS.Signals | null)[] = ['SIGABRT', 'SIGTRAP']

/** Listens to a child process, and to its pipe, from the start. */
export function openMessageChannel(child: ChildProcess, pipe: Readable): MessageChannel {
  /** "Picture read" and its result may arrive in one chunk: the second message waits here. */
  let early: Message | null = null
  let mayBeEarly = false
  let limit = 0
  let deliver: ((message: Message) => void) | null = null
  let ending: Ending | null = null

  function receive(message: Message): void {
    if (deliver === null) early ??= message
    else deliver(message)
    deliver = null
  }
  function end(how: Ending): void {
    if (ending !== null) return
    ending = how
    receive(how)
  }
  const read = createFrameReader<FromProcess>({
    limit: () => limit,
    header: LONGEST_ANSWER_HEADER,
    deliver(said, body) {
      if (deliver === null && !mayBeEarly) throw new Error('not asked for')
      mayBeEarly = 'read' in said && deliver !== null
      receive({ said, body })
      if ('exhausted' in said || 'overtime' in said) end({ ended: 'killed' })
    },
  })
  pipe.on('data', (chunk: Buffer) => {
    try {
      if (deliver === null) throw new Error('not asked for')
      read(chunk)
    } catch {
      // The process no longer runs our code.
      end({ ended: 'crashed' })
      child.kill('SIGKILL')
      pipe.destroy()
    }
  })
  child.on('error', () => end({ ended: 'killed' }))
  // Not `exit`: after that, an answer may still be in the pipe.
  child.on('close', (_code, signal) => end({ ended: endingBy(signal) }))

  return {
    get ended() {
      return ending !== null
    },
    next(most = 0) {
      limit = most
      const message = early ?? ending
      early = null
      mayBeEarly = false
      if (message !== null) return Promise.resolve(message)
      return new Promise((resolve) => {
        deliver = resolve
      })
    },
  }
}

function endingBy(signal: NodeJS.Signals | null): Ending['ended'] {
  if (signal === null) return 'crashed'
  if (KILLS.includes(signal)) return 'killed'
  return ABORTS.includes(signal) ? 'aborted' : 'crashed'
}
