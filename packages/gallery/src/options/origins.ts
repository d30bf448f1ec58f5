import { type Check, check, givenItems } from '@stowage/core/internal'

/** Checks which origins may frame the page. */
export const frameAncestors: Check = listOfOrigins('https://cms.example.com')

/** Checks which other origins files come from. */
export const fileOrigins: Check = listOfOrigins('https://bucket.s3.amazonaws.com')

function listOfOrigins(example: string): Check {
  return check(
    `a list of origins, each with scheme and host and nothing behind them, such as ['${example}']`,
    (value) => givenItems(value)?.every(isOrigin) === true,
  )
}

/** Exactly as browsers send it: an origin that differs in a letter would match nothing, or add a rule to the policy. */
function isOrigin(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    /^https?:\/\//.test(value) &&
    URL.canParse(value) &&
    new URL(value).origin === value
  )
}
