import { mustBe } from './must-be.ts'

/**
 * `invalid_argument` unless the value is a whole number from `least` to `most`. Default of `most`: any safe integer.
 */
export function assertInteger(
  argument: string,
  value: unknown,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): asserts value is number {
  if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`
  throw mustBe(argument, `a whole number ${range}`, value)
}
