import {
  HOSTILE_LIMITS,
  type HostileFixture,
  hostileContract,
  hostileFixtureOf,
  SLOW_LIMITS,
  slowClientContract,
} from '@stowage/api/testing'
import { type ContractSetup, describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { connectionsOf, serve, VERSIONS } from '../testing/serving.ts'
import { createExpressHandler } from './create-express-handler.ts'

type Version = (typeof VERSIONS)[number][1]

function served(express: Version): ContractSetup<HostileFixture> {
  return async () => {
    const { store: limits, api } = HOSTILE_LIMITS
    const serving = await serve(
      express(),
      (app, { store }) => app.use('/media', createExpressHandler(store, { limits: api })),
      { limits },
    )
    return {
      fixture: hostileFixtureOf(serving, `${serving.origin}/media`, connectionsOf(serving)),
      dispose: serving.dispose,
    }
  }
}

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
  describeContract(name, hostileContract, served(express), runner)
  const slow = servedToSlowClients(express)
  describeContract(`${name} and slow clients`, slowClientContract, slow, runner)
}
