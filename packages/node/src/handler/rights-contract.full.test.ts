import { describeContract } from '@stowage/testing'
import { rightsContract, rightsSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { openMemoryStore } from '../testing/memory-store.ts'
import { serveRights } from '../testing/serve-rights.ts'

const setup = rightsSetup(serveRights, openMemoryStore)
describeContract('Rights over a store in memory', rightsContract, setup, { describe, it })
