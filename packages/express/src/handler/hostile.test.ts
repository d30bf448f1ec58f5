import {
  type HostileFixture,
  hostileContract,
  hostileFixtureOf,
  SLOW_LIMITS,
  slowClientContract,
} from '@stowage/api/testing'
import { type ContractSetup, describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { servedHostile, type Version } from '../testing/hostile-setup.ts'
import { connectionsOf, serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

function servedToSlowClients(express: Version): ContractSetup<HostileFixture> {
  return async () => {
    const { api: limits, adapter, server } = SLOW_LIMITS
    const serving = await serve(
      express(),
      (app, { store }) => app.use('/media', createExpressHandler(store, { limits, ...adapter })),
      {},
      server,
    )
    return {
      fixture: hostileFixtureOf(serving, `${serving.origin}/media`, connectionsOf(serving)),
      dispose: serving.dispose,
    }
  }
}

const runner = { describe, it }
for (const [name, express] of VERSIONS) {
  describeContract(name, hostileContract, servedHostile(express), runner)
  const slow = servedToSlowClients(express)
  describeContract(`${name} and slow clients`, slowClientContract, slow, runner)
}
