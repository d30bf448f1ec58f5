import { describeContract } from '@stowage/testing'
import { leakContract, rightsSetup } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { checkLeaks, itFinds, LEAKS_OF_LISTS, PLANTED_LEAKS } from '../testing/planted-leaks.ts'
import { serveRights } from '../testing/serve-rights.ts'

const leaks = [
  ...leakContract({ assets: 10_000, perPage: 100 }).slice(0, 1),
  ...leakContract({ assets: 400, perPage: 60, thorough: true }),
]
describeContract('Rights over a store in a folder', leaks, rightsSetup(serveRights), {
  describe,
  it,
})

describe('leakContract', () => {
  it('finds nothing where there is nothing', () => checkLeaks())

  itFinds({ ...PLANTED_LEAKS, ...LEAKS_OF_LISTS })
})
