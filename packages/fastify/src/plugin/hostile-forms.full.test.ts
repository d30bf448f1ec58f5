import { describeContract } from '@stowage/testing'
import { hostileFormContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'

describeContract('Fastify 5', hostileFormContract, servedHostile, { describe, it })
