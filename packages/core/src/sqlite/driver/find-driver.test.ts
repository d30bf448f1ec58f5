import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { isStowageError } from '../../errors/stowage-error.ts'
import { databaseFile, nodeHasSqlite, testedDrivers } from '../connection/drivers.fixture.ts'
import { openerOf } from './driver.ts'
import { findDriver, WITH_BINDING } from './find-driver.ts'

/** A place from which better-sqlite3 can be required, but not used: its install script was not allowed. */
async function brokenInstallation(): Promise<string> {
  return installation(
    `module.exports = class { constructor() { throw new Error('no bindings file') } }`,
  )
}

async function installation(code: string): Promise<string> {
  const directory = path.dirname(await databaseFile())
  const library = path.join(directory, 'node_modules', 'better-sqlite3')
  await mkdir(library, { recursive: true })
  await writeFile(path.join(library, 'index.js'), code)
  return path.join(directory, 'index.js')
}

async function failureOf(finding: Promise<unknown>): Promise<Error> {
  try {
    await finding
  } catch (error) {
    if (isStowageError(error, 'sqlite_unavailable')) return error
    throw error
  }
  return expect.fail('An driver was found.')
}

async function reasonsOf(finding: Promise<unknown>): Promise<string> {
  const { cause } = await failureOf(finding)
  return cause instanceof AggregateError ? cause.errors.join(' ') : String(cause)
}

describe('findDriver', () => {
  it.each(testedDrivers)('finds %s by its name, and opens databases with it', async (driver) => {
    const found = await findDriver(driver)
    expect(found.driver).toBe(driver)
    const client = openerOf(found)(':memory:')
    expect(client.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 })
    client.close()
  })

  it('takes the first that works with auto', async () => {
    expect((await findDriver('auto')).driver).toBe(testedDrivers[0])
  })

  it.skipIf(testedDrivers[0] === 'node:sqlite')(
    'finds better-sqlite3 where only an import leads, as in an app whose modules were moved',
    async () => {
      const nowhere = path.join(path.dirname(await databaseFile()), 'index.js')
      const library = createRequire(import.meta.url).resolve('better-sqlite3')
      const moved = () => import(pathToFileURL(library).href)
      const found = await findDriver('better-sqlite3', {
        requireFrom: nowhere,
        importLibrary: moved,
      })
      expect(found).toEqual({ driver: 'better-sqlite3', library })
    },
  )

  it('says what to do, and why, when better-sqlite3 is installed without its binding', async () => {
    const requireFrom = await brokenInstallation()
    const { message, cause } = await failureOf(findDriver('better-sqlite3', { requireFrom }))
    expect(message).toMatch(/npm install better-sqlite3@~12\.9\.0.*npm rebuild.*Node 22\.16/s)
    expect(cause).toEqual(new Error('no bindings file'))
  })

  it('does not load a library that is for another Node: its binding could end the process', async () => {
    const requireFrom = await installation(`throw new Error('loaded')`)
    const folder = path.join(path.dirname(requireFrom), 'node_modules', 'better-sqlite3')
    const manifest = { name: 'better-sqlite3', version: '13.2.0', engines: { node: '>=22' } }
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
    const options = { requireFrom, nodeVersion: '20.20.2' }
    const { cause } = await failureOf(findDriver('better-sqlite3', options))
    expect(cause).toEqual(
      new Error('better-sqlite3 13.2.0 is for Node >=22, and this is Node 20.20.2.'),
    )
  })

  it('takes node:sqlite on Node 24, where collecting objects of better-sqlite3 12 may end the process', async () => {
    const requireFrom = await installation(`throw new Error('loaded')`)
    const folder = path.join(path.dirname(requireFrom), 'node_modules', 'better-sqlite3')
    const manifest = {
      name: 'better-sqlite3',
      version: '12.9.0',
      engines: { node: '20.x || >=22' },
    }
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest))
    const fit = { requireFrom, nodeVersion: '22.20.0' }
    expect(await reasonsOf(findDriver('better-sqlite3', fit))).toContain('loaded')
    const unfit = { requireFrom, nodeVersion: '24.19.0' }
    const found = findDriver('auto', unfit)
    if (nodeHasSqlite) expect(await found).toEqual({ driver: 'node:sqlite' })
    else {
      expect(await reasonsOf(found)).toContain(
        'better-sqlite3 12.9.0 may end the process on Node 24.19.0.',
      )
    }
  })

  it('names the range that the manifest asks for', async () => {
    const manifest = await readFile(new URL('../../../package.json', import.meta.url), 'utf8')
    expect(JSON.parse(manifest).optionalDependencies).toEqual({ 'better-sqlite3': WITH_BINDING })
  })

  it.skipIf(!nodeHasSqlite)('falls back to node:sqlite where Node has it', async () => {
    const requireFrom = await brokenInstallation()
    expect(await findDriver('auto', { requireFrom })).toEqual({ driver: 'node:sqlite' })
  })

  it.skipIf(nodeHasSqlite)('gives every reason when nothing can be loaded', async () => {
    const requireFrom = await brokenInstallation()
    const { cause } = await failureOf(findDriver('auto', { requireFrom }))
    expect(cause).toMatchObject({
      errors: [new Error('no bindings file'), { message: expect.stringContaining('node:sqlite') }],
    })
  })
})
