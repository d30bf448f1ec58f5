import { leakContract, rightsSetup } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { serveRights } from '../testing/serve-rights.ts'

const leaks = leakContract({ assets: 10_000, perPage: 100 })
describeContract('Rights over a store in a folder', leaks, rightsSetup(serveRights), {
  describe,
  it,
})
