import { rightsContract, rightsSetup } from '@stowage/api/testing'
import { describeContract } from '@stowage/core/testing'
import { describe, it } from 'vitest'
import { serveRights } from '../testing/serve-rights.ts'

describeContract('Rights over a store in a folder', rightsContract, rightsSetup(serveRights), {
  describe,
  it,
})
