import { describe, expect, it } from 'vitest'
import { explainError } from './explain-error.ts'

/** A 401 as the client of the API rejects with it. */
function refusal(source: object | undefined): Error {
  const problem = { code: 'unauthenticated', detail: 'Log in.', ...(source && { source }) }
  return Object.assign(new Error(problem.detail), {
    name: 'ApiClientError',
    code: problem.code,
    status: 401,
    errors: [problem],
  })
}

describe('explainError', () => {
  it('blames the key where the service takes keys', () => {
    const { message, exitCode } = explainError(refusal({ header: 'Authorization' }))
    expect([message, exitCode]).toEqual([expect.stringContaining('revoked or expired'), 3])
  })

  it('speaks of the login where the service has one of its own', () => {
    const { message, exitCode } = explainError(refusal(undefined))
    expect([message, exitCode]).toEqual([expect.stringContaining('login of its own'), 3])
  })
})
