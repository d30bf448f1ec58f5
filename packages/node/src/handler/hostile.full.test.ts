import { describeContract } from '@stowage/testing'
import { hostileContract, hostileFormContract, slowClientContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { servedToSlowClients } from '../testing/slow-clients-setup.ts'

const runner = { describe, it }
describeContract('node:https', hostileContract, servedHostile('https'), runner)
const slow = servedToSlowClients('https')
describeContract('node:https and slow clients', slowClientContract, slow, runner)
describeContract('node:https and forms', hostileFormContract, servedHostile('https'), runner)
