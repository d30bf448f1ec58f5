// A PostgreSQL server for tests and measurements: the one in `POSTGRES_URL`, else a new one in a temporary directory,
// on a free port of the loopback address. `stop` removes the new one.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from './ports.mjs'

/** `settings` are server settings, such as `{ max_connections: 200 }`; a server from `POSTGRES_URL` keeps its own. */
export async function startPostgres(settings = {}) {
  const given = process.env.POSTGRES_URL
  if (given) return { url: given, stop: async () => {}, restart: null, crash: null }
  const port = await freePort()
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = fork(
    path.join(import.meta.dirname, 'postgres-process.mjs'),
    [JSON.stringify({ port, flags })],
    // A terminal sends Ctrl-C to the whole group. This process stops on request, or when its parent ends.
    { execArgv: [], stdio: 'ignore', detached: true },
  )
  const ready = async () => {
    const [answer] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(() => [{ failure: 'its process ended' }]),
    ])
    if (answer.ready) return
    throw new Error(`PostgreSQL did not start: ${answer.failure}`)
  }
  await ready()
  return {
    url: `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      const exit = once(child, 'exit')
      child.send('stop')
      await exit
    },
    /** Stops the server like an operator would, and starts it again on the same port. */
    async restart() {
      child.send('restart')
      await ready()
    },
    /** Kills the server, and starts it again on the files that it left. */
    async crash() {
      child.send('crash')
      await ready()
    },
  }
}
