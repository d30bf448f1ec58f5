import { startProcess } from '../faults/process.mjs'

/** A server of the store that moves (`moving`), of the new place alone (`new`), or of where it moved back (`back`). */
export async function startServer(places, mode) {
  const server = startProcess('migrate/server.mjs', [JSON.stringify(places), mode])
  const { origin } = await server.says()
  return {
    origin,
    /** Resolves to the errors that no client saw. */
    async close() {
      const { errors } = await server.ask('close')
      await server.exited
      return errors
    },
  }
}

/**
 * Runs the migration; `killWhen(progress)` kills its process. Resolves to the report, `null` when it was killed,
 * and to the last cursor.
 */
export async function runMigration(places, killWhen = () => false, from = '') {
  const migrator = startProcess('migrate/migrator.mjs', [JSON.stringify(places), from])
  let report = null
  let last = null
  let cursor = from
  migrator.hears((message) => {
    report = message.report ?? report
    last = message.progress ?? last
    cursor = message.progress?.blobs.cursor ?? cursor
    if (message.progress && killWhen(message.progress)) migrator.kill()
  })
  const { code, signal } = await migrator.exited
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The migration failed: ${code ?? signal}`)
  return { report, last, cursor }
}
