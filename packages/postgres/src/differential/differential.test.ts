import type { AssetStore } from '@stowage/core'
import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { firstDifference } from './compare.fixture.ts'
import { VERBS } from './verbs.fixture.ts'
import { openWorlds } from './worlds.fixture.ts'

/** Not called, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  on: 'listens',
  inJob: 'the view that a job gets, made as `for` makes one',
  for: 'a third of all calls is made so, and the views are made of it',
  close: 'ends every run',
  'admin.ping': 'answers nothing',
  'admin.audit.iterate': 'pages of admin.audit.list',
  'admin.pauseDeletion': 'a lease',
  'admin.backup': 'only SQLite has it',
  'admin.startVerify': 'enqueues a job',
  'admin.startScanAgain': 'enqueues a job',
  'variants.offers': 'no variants are declared',
  'variants.ensure': 'no variants are declared',
  'variants.retry': 'no variants are declared',
  'variants.publicForm': 'no location is kept from anyone',
  'admin.fillVariants': 'no variants are declared',
  'pictures.attributes': 'asks no database',
  'pictures.preview': 'asks no database',
  'pictures.ensure': 'no variants are declared',
  'urls.contentTag': 'asks no database',
  'urls.sign': 'asks no database',
  'urls.signAll': 'asks no database',
  'urls.verify': 'asks no database',
  'urls.presign': 'asks the blob store alone',
  'urls.locate': 'asks the blob store alone',
}

const ON_EACH = 'ids and times differ; the contract of the store asks it on each database'

/** Parts of a store whose methods are not called, and why. */
const PARTS_LEFT_OUT: Readonly<Record<string, string>> = {
  jobs: ON_EACH,
  events: ON_EACH,
  webhooks: ON_EACH,
  uploads: ON_EACH,
  'admin.jobs': ON_EACH,
  'admin.events': ON_EACH,
}

/** Names of the methods of a store, those of its parts included, and those of what `select` makes. */
function methodsOf(store: AssetStore): readonly string[] {
  const selected = methodsIn(store.select('x'), 'select.')
  return [...methodsIn(store, ''), ...selected].filter((name) => name !== 'select')
}

function methodsIn(object: object, path: string): readonly string[] {
  return membersOf(object).flatMap((name) => {
    const value: unknown = Reflect.get(object, name)
    if (typeof value === 'function') return [path + name]
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
    return methodsIn(value, `${path}${name}.`)
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
    const isLeftOut = (name: string) =>
      name in LEFT_OUT || name.slice(0, name.lastIndexOf('.')) in PARTS_LEFT_OUT
    const missing = methods.filter((name) => !(name in VERBS) && !isLeftOut(name))
    expect(missing).toEqual([])
  })
})
