import { hostileFormContract } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { VERSIONS } from '../testing/serving.ts'

for (const [name, express] of VERSIONS) {
  describeContract(name, hostileFormContract, servedHostile(express), { describe, it })
}
