import { isStowageError } from '@stowage/core'
import { microsOfText, PERMISSIONS } from '@stowage/core/internal'
import type { CreateKeyOptions } from '@stowage/core/types'
import { attributesIn, type JsonObject } from '../documents/json-members.ts'
import { type ApiError, apiError } from '../errors/api-error.ts'
import { invalidMember } from '../errors/invalid-member.ts'

const ATTRIBUTES = '/data/attributes'
const MUST = {
  name: '`name` is a string of 1 to 255 characters.',
  permissions: `\`permissions\` is a list of one or more of ${PERMISSIONS.map((one) => `\`${one}\``).join(', ')}.`,
  expires_at:
    '`expires_at` is a time to come, such as `2030-01-31T09:00:00Z`, at the latest in 2255; or null for never.',
} as const

/**
 * Reads `{ data: { type: 'api-keys', attributes } }`. Throws 422 with the pointer of what is wrong, 409
 * `resource_mismatch` for another type. The store checks the name and the permissions: `explainKey` says what it found.
 */
export function parseNewKey(body: JsonObject): CreateKeyOptions {
  const { name, permissions, expires_at: expiresAt } = attributesIn(body, 'api-keys')
  return {
    name: name as string,
    ...(permissions !== undefined && {
      permissions: permissions as NonNullable<CreateKeyOptions['permissions']>,
    }),
    ...(expiresAt !== undefined && { expiresAt: timeToCome(expiresAt) }),
  }
}

/** Turns an error of `keys.create` into one for the client. */
export function explainKey(error: unknown): unknown {
  if (isStowageError(error, 'exceeds_maker')) {
    return error.context.of === 'permissions'
      ? forbidden('permissions', 'A key can have only permissions that you have. Ask for fewer.')
      : forbidden('expires_at', 'A key cannot outlast your own. Let it expire earlier.')
  }
  if (!isStowageError(error, 'invalid_argument')) return error
  switch (error.context.argument) {
    case 'name':
      return wrong('name')
    case 'permissions':
      return wrong('permissions')
    case 'expiresAt':
      return wrong('expires_at')
    default:
      return error
  }
}

function timeToCome(value: unknown): string | null {
  if (value === null) return null
  if (typeof value !== 'string') throw wrong('expires_at')
  if (!(microsOfText(value) > Date.now() * 1000)) throw wrong('expires_at')
  return value
}

function wrong(name: keyof typeof MUST): ApiError {
  return invalidMember(`${ATTRIBUTES}/${name}`, MUST[name])
}

function forbidden(name: keyof typeof MUST, detail: string): ApiError {
  return apiError('forbidden', detail, { source: { pointer: `${ATTRIBUTES}/${name}` } })
}
