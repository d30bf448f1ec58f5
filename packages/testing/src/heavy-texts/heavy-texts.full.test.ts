import { afterAll, describe, it } from 'vitest'
import { describeContract } from '../contract/contract.ts'
import { openTemporaryStore } from '../http/temporary-store.ts'
import { heavyContract } from './heavy-contract.ts'
import { heavyFixtureOf } from './heavy-fixture.ts'
import { byEventLoopTurn } from './meter.ts'

const { store, dispose } = await openTemporaryStore()
const fixture = await heavyFixtureOf(store)
afterAll(dispose)

describeContract(
  'the event loop of the API over a store on SQLite',
  heavyContract(byEventLoopTurn),
  async () => ({ fixture, dispose: async () => {} }),
  { describe, it },
)
