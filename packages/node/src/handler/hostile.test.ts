import {
  type HostileFixture,
  hostileContract,
  hostileFixtureOf,
  hostileFormContract,
  openTemporaryStore,
  SLOW_LIMITS,
  slowClientContract,
} from '@stowage/api/testing'
import { type ContractSetup, describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { serve } from '../testing/serve.ts'
import { createNodeHandler } from './create-node-handler.ts'

type Protocol = 'http' | 'https'

function servedToSlowClients(protocol: Protocol): ContractSetup<HostileFixture> {
  return async () => {
    const temporary = await openTemporaryStore()
    const { api: limits, adapter, server } = SLOW_LIMITS
    const serving = await serve(
      createNodeHandler(temporary.store, { limits, ...adapter }),
      protocol,
      server,
    )
    return {
      fixture: hostileFixtureOf(temporary, serving.origin, serving.open),
      async dispose() {
        await serving.close()
        await temporary.dispose()
      },
    }
  }
}

const runner = { describe, it }
for (const protocol of ['http', 'https'] as const) {
  describeContract(`node:${protocol}`, hostileContract, servedHostile(protocol), runner)
  const slow = servedToSlowClients(protocol)
  describeContract(`node:${protocol} and slow clients`, slowClientContract, slow, runner)
}
describeContract('node:http and forms', hostileFormContract, servedHostile('http'), runner)
