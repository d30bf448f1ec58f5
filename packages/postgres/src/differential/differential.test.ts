import type { AssetStore } from '@stowage/core'
import { forSeeds } from '@stowage/core/testing'
import { describe, expect, it } from 'vitest'
import { firstDifference } from './compare.fixture.ts'
import { VERBS } from './verbs.fixture.ts'
import { openWorlds } from './worlds.fixture.ts'

/** Not called, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  locate: 'asks the blob store alone',
  presign: 'asks the blob store alone',
  on: 'listens',
  ping: 'answers nothing',
  forTenant: 'the views are made of it',
  scoped: 'the views are made of it',
  as: 'a third of all calls is made so',
  close: 'ends every run',
  'audit.iterate': 'pages of audit.list',
  'tenants.export': 'pages of lists, with files',
  'maintenance.pauseDeletion': 'a lease',
  'maintenance.backup': 'only SQLite has it',
  'variants.offers': 'no variants are declared',
  'variants.ensure': 'no variants are declared',
  'variants.retry': 'no variants are declared',
  'signing.sign': 'asks no database',
  'signing.urls': 'asks no database',
  'signing.verify': 'asks no database',
}

/** Names of the methods of a store, those of its parts included. */
function methodsOf(store: AssetStore): readonly string[] {
  return membersOf(store).flatMap((name) => {
    const value: unknown = Reflect.get(store, name)
    if (typeof value === 'function') return [name]
    if (typeof value !== 'object' || value === null) return []
    const own = membersOf(value).filter((inner) => typeof Reflect.get(value, inner) === 'function')
    return own.map((inner) => `${name}.${inner}`)
  })
}

/** Its own, and those of its class. */
function membersOf(value: object): readonly string[] {
  const names = new Set<string>()
  for (let each = value; each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const name of Object.getOwnPropertyNames(each)) names.add(name)
  }
  names.delete('constructor')
  return [...names]
}

describe('memory, SQLite and PostgreSQL', () => {
  const runs = forSeeds('answer every call alike', 3, async (random) => {
    expect(await firstDifference(random, 250)).toBeNull()
  })
  for (const { name, run } of runs) it(name, () => run())

  it('are asked by every verb of a store', async () => {
    const [world = expect.fail('there is no world')] = await openWorlds({ now: 0 })
    const methods = methodsOf(world.views.whole)
    expect(methods.length).toBeGreaterThan(50)
    const missing = methods.filter((name) => !(name in VERBS) && !(name in LEFT_OUT))
    expect(missing).toEqual([])
  })
})
