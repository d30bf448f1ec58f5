import { describeContract } from '@stowage/testing'
import { rightsContract, rightsSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { serveRights } from '../testing/serve-rights.ts'

describeContract('Rights over a store in a folder', rightsContract, rightsSetup(serveRights), {
  describe,
  it,
})
