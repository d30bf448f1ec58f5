import { type ErrorCode, StowageError } from '@stowage/core'
import { describe, expect, it } from 'vitest'
import { PROBLEMS } from './problem-codes.ts'
import { CODE_OF, problemOf } from './problem-of.ts'

const SECRET = '/srv/media/blobs: SELECT * FROM keys'

describe('problemOf', () => {
  it.each(Object.keys(CODE_OF) as ErrorCode[])('tells %s without telling what it knows', (code) => {
    const cause = new StowageError(code, SECRET, { cause: new Error(SECRET) })
    const { status, problems } = problemOf(cause)
    expect(problems).toHaveLength(1)
    expect(status).toBe(PROBLEMS[CODE_OF[code]].status)
    expect(JSON.stringify(problems)).not.toContain('SELECT')
  })

  it('answers 500 for whatever it does not know', () => {
    for (const error of [new Error(SECRET), SECRET, null, { code: 'asset_not_found' }]) {
      const { status, problems } = problemOf(error)
      expect(status).toBe(500)
      expect(problems).toMatchObject([{ code: 'internal_error' }])
      expect(JSON.stringify(problems)).not.toContain('SELECT')
    }
  })

  it('answers 500 for an error of a newer store, or one that lacks what ours has', () => {
    const foreign = (members: object) =>
      Object.assign(new Error(SECRET), { name: 'StowageError', ...members })
    for (const error of [
      foreign({ code: 'asset_haunted', context: {}, errors: [] }),
      foreign({ code: 'asset_haunted' }),
      foreign({}),
      foreign({ code: 'upload_refused', errors: [foreign({ code: 'file_haunted' })] }),
    ]) {
      expect(problemOf(error).problems).toMatchObject([{ code: 'internal_error' }])
    }
    expect(problemOf(foreign({ code: 'not_trashed' })).status).toBe(409)
  })

  it('asks to come back when it is unavailable', () => {
    expect(problemOf(new StowageError('closed', '')).headers).toEqual({ 'retry-after': '5' })
  })

  it('gives one problem for each refused file', () => {
    const errors = [
      new StowageError('digest_mismatch', '', { context: { index: 1 } }),
      new StowageError('type_not_allowed', '', { context: { index: 4, mimeType: 'text/html' } }),
    ]
    expect(problemOf(new StowageError('upload_refused', '', { errors })).problems).toMatchObject([
      { code: 'digest_mismatch', meta: { index: 1 } },
      {
        code: 'type_not_allowed',
        meta: { index: 4 },
        detail: expect.stringContaining('text/html'),
      },
    ])
  })
})
