import type { ChildProcess } from 'node:child_process'
import type { FromProcess } from './messages.ts'

/** The process is gone: brought down by its work, or ended by somebody. */
export interface Ending {
  readonly ended: 'crashed' | 'killed'
}

/** What a child process says, one answer for each thing asked. */
export interface Mailbox {
  /** Whether nothing more will come. */
  readonly ended: boolean
  /** The next message, or how the process ended. Never rejects. One at a time. */
  next(): Promise<FromProcess | Ending>
}

/** Signals that come from outside; a process that dies of its own work gets others, or exits. */
const KILLS: readonly (NodeJS.Signals | null)[] = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

/** Listens to a child process from its start. */
export function openMailbox(child: ChildProcess): Mailbox {
  let deliver: ((message: FromProcess | Ending) => void) | null = null
  let ending: Ending | null = null

  function end(how: Ending): void {
    ending ??= how
    deliver?.(ending)
  }
  child.on('message', (message: FromProcess) => {
    if ('exhausted' in message) ending = { ended: 'killed' }
    deliver?.(message)
  })
  child.on('error', () => end({ ended: 'killed' }))
  child.on('exit', (_code, signal) => {
    end({ ended: signal !== null && KILLS.includes(signal) ? 'killed' : 'crashed' })
  })

  return {
    get ended() {
      return ending !== null
    },
    next: () =>
      new Promise((resolve) => {
        if (ending === null) deliver = resolve
        else resolve(ending)
      }),
  }
}
