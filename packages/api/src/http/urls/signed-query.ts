import { apiError } from '../../errors/api-error.ts'

/** The parameters that a signed URL of a file has besides `variant`. */
export const SIGNED_PARAMETERS = ['expires', 'v', 'signature'] as const

export type SignedParameter = (typeof SIGNED_PARAMETERS)[number]

/** `v` alone does not count: apps add it to URLs so that caches fetch them again. */
const SIGNED = /(?:^|&)(?:signature|expires)=/

/** Whether a query claims to be of a signed URL. */
export function isSignedQuery(query: string): boolean {
  return SIGNED.test(query)
}

/** The signed parameters that the query has. Throws 400 `invalid_parameter` for one that comes twice. */
export function signedParameters(query: string): Partial<Record<SignedParameter, string>> {
  const given = new URLSearchParams(query)
  const found: Partial<Record<SignedParameter, string>> = {}
  for (const parameter of SIGNED_PARAMETERS) {
    const [value, ...others] = given.getAll(parameter)
    if (others.length > 0) {
      throw apiError('invalid_parameter', 'Give it once.', { source: { parameter } })
    }
    if (value !== undefined) found[parameter] = value
  }
  return found
}
