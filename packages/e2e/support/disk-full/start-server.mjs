import { startProcess } from '../faults/process.mjs'

/**
 * A server on a directory of blobs and one of the database, in a process of its own, with a new key or
 * the `token` given; `null` where there is no room for a new one. `failed` says why it could not be started.
 */
export async function startServer(directories, token) {
  const args = token === undefined ? directories : [...directories, token]
  const server = startProcess('disk-full/server.mjs', args)
  const started = await server.says()
  if (started.failed !== undefined) await server.exited
  return {
    ...started,
    kill: server.kill,
    /** Lets the grace time pass and sweeps. */
    later: () => server.ask('later'),
    /** Erases the tenant, and the key with it. Resolves to what was erased, or to `failed`. */
    erase: () => server.ask('erase'),
    /** Closes the store; resolves to the errors that it reported, and to the error of its closing. */
    async close() {
      const last = await server.ask('close')
      await server.exited
      return last
    },
  }
}
