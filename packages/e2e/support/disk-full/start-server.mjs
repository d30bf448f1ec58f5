import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('server.mjs', import.meta.url))

/**
 * A server on a directory of blobs and one of the database, in a process of its own, with a new key or
 * the `token` given. `failed` says why it could not be started.
 */
export async function startServer(directories, token) {
  const child = fork(SERVER, [...directories, ...(token === undefined ? [] : [token])])
  const exited = once(child, 'exit')
  const answer = async () => {
    const [message] = await Promise.race([
      once(child, 'message'),
      exited.then(([code, signal]) => {
        throw new Error(`The server ended: ${code ?? signal}`)
      }),
    ])
    return message
  }
  const ask = (question) => {
    const answered = answer()
    child.send(question)
    return answered
  }

  const started = await answer()
  if (started.failed !== undefined) await exited
  return {
    ...started,
    /** Lets the grace time pass and sweeps. */
    later: () => ask('later'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    /** Closes the store; resolves to the errors it told of, and to what its closing failed with. */
    async close() {
      const last = await ask('close')
      await exited
      return last
    },
  }
}
