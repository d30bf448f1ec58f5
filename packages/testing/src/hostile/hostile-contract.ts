import type { ContractCase } from '../contract/contract.ts'
import type { HttpFixture } from '../http/http-fixture.ts'
import { hostileFindCases } from './find-cases.ts'
import { hostileFormCases } from './form-cases.ts'
import { hostileFramingCases } from './framing-cases.ts'
import { hostileHeaderCases } from './header-cases.ts'
import type { HostileFixture } from './hostile-fixture.ts'
import { hostileKeyCases } from './key-cases.ts'
import { hostileTimeCases } from './time-cases.ts'

/**
 * What an attacker may send over a raw connection (`http:` or `https:`), under `HOSTILE_LIMITS`. The server answers
 * clearly or closes, and a refused request leaves neither a record nor a file nor an open handle.
 */
export const hostileContract: readonly ContractCase<HostileFixture>[] = [
  ...hostileFramingCases,
  ...hostileHeaderCases,
]

/** The same for forms, whose parts the API reads: no adapter looks into them. */
export const hostileFormContract: readonly ContractCase<HostileFixture>[] = hostileFormCases

/** The same for clients that take their time, under `SLOW_LIMITS`. */
export const slowClientContract: readonly ContractCase<HostileFixture>[] = hostileTimeCases

/** List requests of an attacker: an error that names the parameter, or an exact answer, the same on every database. */
export const hostileFindContract: readonly ContractCase<HttpFixture>[] = hostileFindCases

/**
 * Requests of an attacker whose key may manage keys: an error that names the attribute, or a key whose texts are only
 * data.
 */
export const hostileKeyContract: readonly ContractCase<HttpFixture>[] = hostileKeyCases
