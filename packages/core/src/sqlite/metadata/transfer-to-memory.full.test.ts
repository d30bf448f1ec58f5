import { describe, it } from 'vitest'
import { describeContract } from '../../testing/contract.ts'
import { transferContract } from '../../testing/transfer/contract.ts'
import { testedEngines } from '../connection/engines.fixture.ts'
import { transferSetup } from './transfer.fixture.ts'

for (const engine of testedEngines) {
  const setup = transferSetup(engine, 'memory')
  describeContract(`transfer from ${engine} to memory`, transferContract, setup, { describe, it })
}
