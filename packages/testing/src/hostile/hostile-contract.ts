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
 * What an attacker may send over a raw connection (`http:` or `https:`), under `HOSTILE_LIMITS`: there is
 * a clear answer or an end, and neither a record nor a file nor an open handle is left of what was refused.
 */
export const hostileContract: readonly ContractCase<HostileFixture>[] = [
  ...hostileFramingCases,
  ...hostileHeaderCases,
]

/** The same of forms, whose parts the API reads: no adapter looks into them. */
export const hostileFormContract: readonly ContractCase<HostileFixture>[] = hostileFormCases

/** The same of clients that take their time, under `SLOW_LIMITS`. */
export const slowClientContract: readonly ContractCase<HostileFixture>[] = hostileTimeCases

/** What an attacker may ask lists for: an error that names it, or an exact answer, alike on every database. */
export const hostileFindContract: readonly ContractCase<HttpFixture>[] = hostileFindCases

/** What an attacker with a key that may manage keys may ask for: an error that names it, or a key that is data. */
export const hostileKeyContract: readonly ContractCase<HttpFixture>[] = hostileKeyCases
