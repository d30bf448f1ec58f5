import { describeContract, transferContract } from '@stowage/testing'
import { describe, it } from 'vitest'
import { testedDrivers } from '../connection/drivers.fixture.ts'
import { transferSetup } from './transfer.fixture.ts'

for (const driver of testedDrivers) {
  const setup = transferSetup(driver, 'memory')
  describeContract(`transfer from ${driver} to memory`, transferContract, setup, { describe, it })
}
