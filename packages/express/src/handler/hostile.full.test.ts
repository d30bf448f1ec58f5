import { describeContract } from '@stowage/testing'
import { hostileContract, hostileFormContract, slowClientContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { VERSIONS } from '../testing/serving.ts'
import { servedToSlowClients } from '../testing/slow-clients-setup.ts'

const runner = { describe, it }
for (const [name, express] of VERSIONS) {
  describeContract(`${name} and forms`, hostileFormContract, servedHostile(express), runner)
  // `npm test` runs these on Express 5.
  if (name === 'Express 5') continue
  describeContract(name, hostileContract, servedHostile(express), runner)
  const slow = servedToSlowClients(express)
  describeContract(`${name} and slow clients`, slowClientContract, slow, runner)
}
