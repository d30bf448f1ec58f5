import type { ContractCase } from '../contract/contract.ts'
import { authorizeCases } from './authorize-cases.ts'
import { externalUrlCases } from './external-url-cases.ts'
import { keyRightsCases } from './key-cases.ts'
import { knownFileCases } from './known-file-cases.ts'
import { leakContract } from './leak-contract.ts'
import { organiseRightsCases } from './organise-cases.ts'
import type { RightsFixture } from './rights-fixture.ts'
import { scopeCases } from './scope-cases.ts'
import { ticketRightsCases } from './ticket-cases.ts'

/** What the options `scope` and `authorize` promise, over HTTP, and how tickets work with them. */
export const rightsContract: readonly ContractCase<RightsFixture>[] = [
  ...leakContract({ assets: 240, perPage: 20 }),
  ...scopeCases,
  ...authorizeCases,
  ...organiseRightsCases,
  ...knownFileCases,
  ...externalUrlCases,
  ...ticketRightsCases,
  ...keyRightsCases,
]
