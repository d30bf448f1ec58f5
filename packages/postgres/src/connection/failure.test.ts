import { expect, it } from 'vitest'
import { QueryFailure, toStoreError } from './failure.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), {
  code: 'ECONNREFUSED',
})

it.each<[unknown, string]>([
  [refused, 'The database cannot be reached (connect ECONNREFUSED 127.0.0.1:9).'],
  [
    new AggregateError([refused, refused]),
    'The database cannot be reached (connect ECONNREFUSED 127.0.0.1:9).',
  ],
  [
    Object.assign(new Error('terminating connection'), { code: '57P01', severity: 'FATAL' }),
    'The database cannot be reached (57P01: terminating connection).',
  ],
  [
    Object.assign(new Error('no such relation'), { code: '42P01', severity: 'ERROR' }),
    'PostgreSQL refuses what the store asks of it (42P01: no such relation).',
  ],
])('names the cause: %s', (cause, message) => {
  expect(toStoreError(new QueryFailure(cause))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining(message),
  })
})
