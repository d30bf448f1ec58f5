import type { ContractCase } from '@stowage/core/testing'
import { authorizeCases } from './authorize-cases.ts'
import type { RightsFixture } from './rights-fixture.ts'
import { scopeCases } from './scope-cases.ts'

/** What the options `scope` and `authorize` promise, over HTTP. */
export const rightsContract: readonly ContractCase<RightsFixture>[] = [
  ...scopeCases,
  ...authorizeCases,
]
