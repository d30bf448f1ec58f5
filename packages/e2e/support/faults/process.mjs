import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/**
 * Starts a script of `support/` as a process of its own, which talks over IPC and can be killed. Waiting for
 * what it says rejects when it ends first.
 */
export function startProcess(script, args = [], options = {}) {
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url))
  const child = fork(file, args.map(String), options)
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  const ended = exited.then(async ({ code, signal }) => {
    // The exit may be known before the last message was read.
    if (child.connected) await once(child, 'disconnect')
    throw new Error(`${script} ended: ${code ?? signal}`)
  })
  ended.catch(() => {})

  const says = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  return {
    /** Resolves to `{ code, signal }`. */
    exited,
    /** The next message. */
    says,
    /** Calls `listener` for every message. */
    hears: (listener) => child.on('message', listener),
    tell: (message) => child.send(message),
    /** Resolves to the answer. */
    ask(question) {
      const answer = says()
      child.send(question)
      return answer
    },
    /** Closes the channel to it, and waits for its end. */
    async leave() {
      child.disconnect()
      return exited
    },
    async kill() {
      child.kill('SIGKILL')
      return exited
    },
  }
}
