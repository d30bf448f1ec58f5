import { describeContract } from '@stowage/testing'
import { hostileContract, slowClientContract } from '@stowage/testing/http'
import express from 'express'
import { describe, it } from 'vitest'
import { servedHostile } from '../testing/hostile-setup.ts'
import { servedToSlowClients } from '../testing/slow-clients-setup.ts'

const runner = { describe, it }
describeContract('Express 5', hostileContract, servedHostile(express), runner)
const slow = servedToSlowClients(express)
describeContract('Express 5 and slow clients', slowClientContract, slow, runner)
