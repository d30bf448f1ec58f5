import type { AssetStore } from '@stowage/core'
import type { ServedAddress } from '../adapter-contract/adapter-fixture.ts'
import type { ContractSetup } from '../contract/contract.ts'
import { openTemporaryStore, type TemporaryStore } from '../http/temporary-store.ts'
import type { RightsFixture, RightsOptions } from './rights-fixture.ts'

/**
 * Sets up `rightsContract`: `serve` puts a store behind a framework, with these options, and listens on the loopback
 * interface. `open` opens a store with `signing`. Default: in a temporary folder.
 */
export function rightsSetup(
  serve: (
    store: AssetStore,
    options: RightsOptions,
  ) => Promise<ServedAddress & { close(): Promise<unknown> }>,
  open: () => Promise<Pick<TemporaryStore, 'store' | 'dispose'>> = openTemporaryStore,
): ContractSetup<RightsFixture> {
  return async () => {
    const { store, dispose } = await open()
    const closing: (() => Promise<unknown>)[] = []
    const fixture: RightsFixture = {
      store,
      async serve(options, served = store) {
        const { close, ...address } = await serve(served, options)
        closing.push(close)
        return address
      },
    }
    return {
      fixture,
      async dispose() {
        for (const close of closing) await close()
        await dispose()
      },
    }
  }
}
