import type { ContractCase } from '@stowage/core/testing'
import { hostileFormCases } from './form-cases.ts'
import { hostileFramingCases } from './framing-cases.ts'
import { hostileHeaderCases } from './header-cases.ts'
import { hostileTimeCases } from './time-cases.ts'
import type { HostileWorld } from './hostile-fixture.ts'

/**
 * What an attacker may send over a raw connection (`http:` or `https:`), under `HOSTILE_LIMITS`: there is
 * a clear answer or an end, and neither a record nor a file nor an open handle is left of what was refused.
 */
export const hostileContract: readonly ContractCase<HostileWorld>[] = [
  ...hostileFramingCases,
  ...hostileHeaderCases,
  ...hostileFormCases,
]

/** The same of clients that take their time, under `SLOW_LIMITS`. */
export const slowClientContract: readonly ContractCase<HostileWorld>[] = hostileTimeCases
