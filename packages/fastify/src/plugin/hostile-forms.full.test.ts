import { hostileFormContract } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'

describeContract('Fastify 5', hostileFormContract, servedHostile, { describe, it })
