import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { addTenants, faultsOf } from '../schema/fill.fixture.ts'
import { migrate } from '../schema/migrations.ts'
import { databaseFile, found, rawConnection, testedDrivers } from './drivers.fixture.ts'

const COUNT = 1000
const KILLS = 12

/** Migrates a database, and prints a line after each commit. */
const SCRIPT = `
  import { openerOf } from '../driver/driver.ts'
  import { FILLING } from '../schema/fill.fixture.ts'
  import { migrateWithOthers } from './migrate-with-others.ts'
  const client = openerOf(JSON.parse(process.argv[3]))(process.argv[2])
  client.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL')
  migrateWithOthers(client, () => console.log('committed'), FILLING)
  client.close()
`

describe.each(testedDrivers)('processes that migrate a database on %s', (driver) => {
  async function prepared() {
    const file = await databaseFile()
    const client = rawConnection(driver, file)
    migrate(client)
    addTenants(client, COUNT)
    client.close()
    const outfile = path.join(path.dirname(file), 'migrate.mjs')
    await build({
      stdin: { contents: SCRIPT, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20.19',
      outfile,
      logLevel: 'error',
    })
    const args = [outfile, file, JSON.stringify(found(driver))]
    const start = () => spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    return { file, start }
  }

  it('lose nothing when they are killed again and again', async () => {
    const { file, start } = await prepared()
    for (let kills = 0; kills < KILLS; kills += 1) {
      const child = start()
      const exit = once(child, 'exit')
      let left = randomInt(1, 8)
      for await (const _ of createInterface(child.stdout)) {
        left -= 1
        if (left === 0) child.kill('SIGKILL')
      }
      await exit
      const looked = rawConnection(driver, file)
      expect(looked.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      const more = 'SELECT count(*) AS n FROM tenants WHERE times > 1'
      if (kills > 0) expect(looked.prepare(more).get()).toEqual({ n: 0 })
      looked.close()
    }
    const last = start()
    last.stdout.resume()
    expect(await once(last, 'exit')).toEqual([0, null])
    expect(faultsOf(rawConnection(driver, file), COUNT)).toEqual([])
  })

  it('may be several at once, and one of them killed', async () => {
    const { file, start } = await prepared()
    const children = [start(), start(), start()]
    const exits = children.map((child) => once(child, 'exit'))
    children[0]?.stdout.once('data', () => children[0]?.kill('SIGKILL'))
    for (const child of children.slice(1)) child.stdout.resume()
    const codes = (await Promise.all(exits)).map(([code]) => code as number | null)
    expect(codes.slice(1)).toEqual([0, 0])
    expect(faultsOf(rawConnection(driver, file), COUNT)).toEqual([])
  })
})
