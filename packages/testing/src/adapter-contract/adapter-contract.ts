import type { ContractCase } from '../contract/contract.ts'
import { abortCases } from './abort-cases.ts'
import type { AdapterFixture } from './adapter-fixture.ts'
import { answerCases } from './answer-cases.ts'
import { failureCases } from './failure-cases.ts'
import { nextRequestCases } from './next-request-cases.ts'
import { pageCases } from './page-cases.ts'
import { refusalCases } from './refusal-cases.ts'
import { requestCases } from './request-cases.ts'
import { streamingCases } from './streaming-cases.ts'
import { turnCases } from './turn-cases.ts'

/**
 * What a framework's adapter itself can get wrong, over a real socket (`http:`): how requests, answers, streams, aborts
 * and failures pass through it. `httpContract` covers what the API answers. Run it on `adapterSetup`.
 */
export const adapterContract: readonly ContractCase<AdapterFixture>[] = [
  ...requestCases,
  ...answerCases,
  ...streamingCases,
  ...abortCases,
  ...refusalCases,
  ...nextRequestCases,
  ...failureCases,
  ...pageCases,
  ...turnCases,
]
