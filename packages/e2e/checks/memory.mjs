// Measures the memory of the server during an upload and a download of 1 GiB. Linux.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startExampleAndWait } from '../support/example-server.mjs'
import { createReport } from '../support/report.mjs'
import { residentMemory, watchResidentMemory } from '../support/resident-memory.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const MIB = 1024 ** 2
const SIZE = 1024 * MIB
const ALLOWED = 64 * MIB
const CLIENT = fileURLToPath(new URL('../support/large-client.mjs', import.meta.url))

const report = createReport('memory: 1 GiB through the example server')
await report.run(async () => {
  if (!existsSync('/proc/self/status')) {
    report.skip('the memory of the server stays bounded', 'needs /proc')
    return
  }
  await withTemporaryDirectory(async (directory) => {
    const server = await startExampleAndWait(directory)
    try {
      await measure(server)
    } finally {
      await server.stop()
    }
  })
})

async function measure(server) {
  for (let count = 0; count < 20; count += 1) await client(server, MIB)
  const base = residentMemory(server.pid)

  const memory = watchResidentMemory(server.pid)
  const result = await client(server, SIZE)
  const growth = memory.stop() - base

  report.check('the bytes that came back are those that were sent', result.sent === result.received)
  report.check(
    `peak memory is at most ${ALLOWED / MIB} MiB above that after 20 warm-up uploads`,
    growth <= ALLOWED,
    `${mib(growth)} above ${mib(base)}`,
  )
  report.note(`upload ${rate(result.uploadSeconds)}, download ${rate(result.downloadSeconds)}`)
}

async function client(server, size) {
  const args = [CLIENT, server.url(), server.key(), String(size)]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

function mib(bytes) {
  return `${(bytes / MIB).toFixed(1)} MiB`
}

function rate(seconds) {
  return `${(SIZE / MIB / seconds).toFixed(0)} MiB/s`
}
