import type { Principal } from '@stowage/core'
import type { StoreUrls } from '@stowage/core/types'
import { apiError } from '../errors/api-error.ts'
import type { Query } from '../http/query/query.ts'
import { assertPermitted } from './authenticate.ts'

const WHOLE_NUMBER = /^\d{1,9}$/
const SOURCE = { source: { parameter: 'sign' } } as const

/**
 * The seconds for which to sign the answer's URLs; `null` without `sign`. Throws 403 `forbidden` without the permission
 * to read, because a signed URL lets its holder read. Throws 400 `invalid_parameter` for a value out of range, and when
 * the store signs no URLs.
 */
export function signSeconds(
  { given }: Pick<Query, 'given'>,
  rights: Pick<Principal, 'permissions'> | null,
  { isConfigured, maxExpiresIn }: StoreUrls,
): number | null {
  const text = given.get('sign')
  if (text === undefined) return null
  if (rights !== null) assertPermitted(rights, 'read')
  if (!isConfigured) {
    throw apiError(
      'invalid_parameter',
      'This service signs no URLs: its store has no `signing` option. Leave `sign` out.',
      SOURCE,
    )
  }
  const seconds = WHOLE_NUMBER.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= maxExpiresIn) return seconds
  const detail = `It must be a whole number of seconds from 1 to ${maxExpiresIn}.`
  throw apiError('invalid_parameter', detail, SOURCE)
}
