import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isStowageError } from '../errors/stowage-error.ts'
import { loadEngine } from './engine.ts'
import { databaseFile, nodeHasSqlite, testedEngines } from './engines.fixture.ts'

/** A place from which better-sqlite3 can be required, but not used: its install script was not allowed. */
async function brokenInstallation(): Promise<string> {
  const directory = path.dirname(await databaseFile())
  const library = path.join(directory, 'node_modules', 'better-sqlite3')
  await mkdir(library, { recursive: true })
  const code = `module.exports = class { constructor() { throw new Error('no bindings file') } }`
  await writeFile(path.join(library, 'index.js'), code)
  return path.join(directory, 'index.js')
}

function failureOf(load: () => unknown): Error {
  try {
    load()
  } catch (error) {
    if (isStowageError(error, 'sqlite_unavailable')) return error
    throw error
  }
  return expect.fail('An engine was loaded.')
}

describe('loadEngine', () => {
  it.each(testedEngines)('loads %s by its name, and opens databases with it', (engine) => {
    const loaded = loadEngine(engine, import.meta.url)
    expect(loaded.engine).toBe(engine)
    const client = loaded.open(':memory:')
    expect(client.prepare('SELECT 1 AS one').get()).toEqual({ one: 1 })
    client.close()
  })

  it('takes the first that works with auto', () => {
    expect(loadEngine('auto', import.meta.url).engine).toBe(testedEngines[0])
  })

  it('says what to do, and why, when better-sqlite3 is installed without its binding', async () => {
    const requireFrom = await brokenInstallation()
    const { message, cause } = failureOf(() => loadEngine('better-sqlite3', requireFrom))
    expect(message).toMatch(/npm install better-sqlite3.*npm rebuild.*Node 22\.13/s)
    expect(cause).toEqual(new Error('no bindings file'))
  })

  it.skipIf(!nodeHasSqlite)('falls back to node:sqlite where Node has it', async () => {
    expect(loadEngine('auto', await brokenInstallation()).engine).toBe('node:sqlite')
  })

  it.skipIf(nodeHasSqlite)('gives every reason when nothing can be loaded', async () => {
    const requireFrom = await brokenInstallation()
    const { cause } = failureOf(() => loadEngine('auto', requireFrom))
    expect(cause).toMatchObject({
      errors: [new Error('no bindings file'), { message: expect.stringContaining('node:sqlite') }],
    })
  })
})
