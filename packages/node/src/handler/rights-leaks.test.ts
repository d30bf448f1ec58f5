import { leakContract, type RightsFixture, rightsSetup } from '@stowage/api/testing'
import type { AssetScope, AssetStore } from '@stowage/core'
import type { ContractCase } from '@stowage/core/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openMemoryStore } from '../testing/memory-store.ts'
import { serveRights } from '../testing/serve-rights.ts'

/** Calls that a scope limits. Each forgets the scope in its turn. */
const SCOPED = ['list', 'get', 'getByPublicFileId', 'update', 'trash', 'restore', 'purge'] as const

/** The store, whose scoped views answer one call without their scope. */
function leaking(store: AssetStore, call: (typeof SCOPED)[number]): AssetStore {
  return replacing(store, {
    forTenant: (tenant: string) => leaking(store.forTenant(tenant), call),
    scoped: (scope: AssetScope) =>
      replacing(store.scoped(scope), { [call]: store[call].bind(store) }),
  })
}

function replacing(store: AssetStore, replaced: object): AssetStore {
  return new Proxy(store, {
    get(target, name) {
      const from: object = Object.hasOwn(replaced, name) ? replaced : target
      const value: unknown = Reflect.get(from, name)
      return typeof value === 'function' ? value.bind(from) : value
    },
  })
}

const options = { assets: 240, perPage: 50 }
const setup = rightsSetup(serveRights, openMemoryStore)

async function run([leakCase]: readonly ContractCase<RightsFixture>[]): Promise<void> {
  const { fixture, dispose } = await setup()
  onTestFinished(dispose)
  await leakCase?.run(fixture)
}

describe('leakContract', () => {
  it('finds nothing where there is nothing', () => run(leakContract(options)))

  it.each(SCOPED)('finds the leak of a store that forgets the scope in `%s`', async (call) => {
    const checked = run(leakContract({ ...options, leaking: (store) => leaking(store, call) }))
    await expect(checked).rejects.toMatchObject({ code: 'ERR_ASSERTION' })
  })
})
