// Run as a separate process: node server.mjs <target> <directory>. Serves a target of `targets/`. Over IPC it first
// sends its port, how long it took to import and to open the target, and what the target reports about itself. Then it answers each message { call, args } with that
// function of the target, or with one of those below.
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const [target, directory, settings] = process.argv.slice(2)
const began = performance.now()
const { open } = await import(`./targets/${target}.mjs`)
const opening = performance.now()
const { server, close, facts, ...calls } = await open(directory, JSON.parse(settings ?? '{}'))
const [imported, opened] = [opening - began, performance.now() - opening]
if (server !== undefined) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}

const COMMON = {
  /** CPU time in microseconds, resident memory and its peak since `reset` in bytes. */
  usage() {
    const { user, system } = process.cpuUsage()
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1')) ?? []
    return { cpu: user + system, resident: process.memoryUsage.rss(), peak: Number(peak) * 1024 }
  },
  /** `collect`: frees earlier garbage, so that it does not count as growth. */
  reset({ collect }) {
    if (collect) globalThis.gc()
    writeFileSync('/proc/self/clear_refs', '5')
    return COMMON.usage()
  },
  /** Resolves when no files are left except a database; rejects when files stay. */
  async emptied() {
    for (let look = 0; look < 600; look += 1) {
      const files = readdirSync(directory, { recursive: true, withFileTypes: true })
      const left = files.filter((file) => file.isFile() && !file.name.includes('.db'))
      if (left.length === 0) return
      await setTimeout(50)
    }
    throw new Error('What was deleted is still on the disk.')
  },
}

process.on('message', async ({ call, args }) => {
  try {
    process.send({ value: await { ...COMMON, ...calls }[call](...args) })
  } catch (error) {
    process.send({ failure: error.stack })
  }
})
process.once('disconnect', async () => {
  server?.close()
  server?.closeAllConnections()
  await close?.()
  process.exit()
})
process.send({ value: { port: server?.address().port, imported, opened, ...facts } })
