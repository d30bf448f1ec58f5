import { describeContract } from '@stowage/testing'
import { hostileContract, hostileFormContract, slowClientContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { servedToSlowClients } from '../testing/slow-clients-setup.ts'

const runner = { describe, it }
describeContract('node:http', hostileContract, servedHostile('http'), runner)
const slow = servedToSlowClients('http')
describeContract('node:http and slow clients', slowClientContract, slow, runner)
describeContract('node:http and forms', hostileFormContract, servedHostile('http'), runner)
