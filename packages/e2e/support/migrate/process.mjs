import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server of the store that moves (`moving`), or of the new place alone (`new`). */
export async function startServer(places, mode) {
  const child = start('server.mjs', [JSON.stringify(places), mode])
  const exit = once(child, 'exit')
  const ended = exit.then(() => {
    throw new Error('The server ended by itself.')
  })
  ended.catch(() => {})
  const [{ origin }] = await Promise.race([once(child, 'message'), ended])
  return {
    origin,
    /** Resolves to the errors that no client saw. */
    async close() {
      const answered = once(child, 'message')
      child.send('close')
      const [{ errors }] = await Promise.race([answered, ended])
      await exit
      return errors
    },
  }
}

/**
 * Runs the migration; `killWhen(progress)` kills its process. Resolves to the report, `null` when it was killed,
 * and to the last cursor.
 */
export async function runMigration(places, killWhen = () => false, from = '') {
  const child = start('migrator.mjs', [JSON.stringify(places), from])
  let report = null
  let last = null
  let cursor = from
  child.on('message', (message) => {
    report = message.report ?? report
    last = message.progress ?? last
    cursor = message.progress?.blobs.cursor ?? cursor
    if (message.progress && killWhen(message.progress)) child.kill('SIGKILL')
  })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The migration failed: ${code ?? signal}`)
  return { report, last, cursor }
}

function start(name, args) {
  return fork(fileURLToPath(new URL(name, import.meta.url)), args)
}
