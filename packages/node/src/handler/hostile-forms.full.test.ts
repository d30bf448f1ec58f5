import { hostileFormContract } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'

describeContract('node:https', hostileFormContract, servedHostile('https'), { describe, it })
