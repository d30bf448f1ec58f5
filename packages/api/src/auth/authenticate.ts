import type { AssetStore, Permission, Principal } from '@stowage/core'
import { invalidArgument, requirePrincipal } from '@stowage/core/internal'
import { apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import type { ApiRequest } from '../message/request.ts'
import type { ApiOptions } from '../options/api-options.ts'
import { createOriginCheck } from './cross-origin.ts'

/** Finds out who makes a request. */
interface Authenticator {
  /** Rejects with 401 `unauthenticated`; with 403 `cross_origin` where another site used the browser's cookies. */
  authenticate(request: ApiRequest): Promise<Principal>
  /** `WWW-Authenticate` of every 401. */
  challenge(request: ApiRequest): string
}

/** The scheme before a token. Without a token there is nothing to call invalid. */
const BEARER = /^bearer +(?=\S)/i
const TOKEN = /^[\w.~+/-]+=*$/
/** For API keys. */
const NO_KEY = {
  detail: detailOf('unauthenticated'),
  source: { header: 'Authorization' },
} as const
/** For apps with their own `authenticate`, which may not accept API keys, nor look at this header. */
const NOT_LOGGED_IN = {
  detail: 'Log in, or send credentials that this service accepts.',
  source: undefined,
} as const

/** Authenticates by API keys sent as Bearer tokens (RFC 6750), or by the embedder's own function. */
export function createAuthenticator(
  { keys }: AssetStore,
  options: Pick<ApiOptions, 'authenticate' | 'baseUrl' | 'cors' | 'realm'>,
): Authenticator {
  const { realm = 'media assets', authenticate = verifyKey } = options
  const { detail, source } = options.authenticate ? NOT_LOGGED_IN : NO_KEY
  const challenge = `Bearer realm="${realm.replace(/[^\x20-\x7e]/g, '?').replace(/["\\]/g, '\\$&')}"`

  const assertOwnOrigin = createOriginCheck({
    baseUrl: options.baseUrl,
    origins: options.cors?.origins,
  })

  function verifyKey({ headers }: ApiRequest): Promise<Principal | null> | null {
    const { authorization = '' } = headers
    const token = authorization.replace(BEARER, '')
    return token !== authorization && TOKEN.test(token) ? keys.verify(token) : null
  }

  return {
    async authenticate(request) {
      const found = await authenticate(request)
      // An embedder's look-up may return `undefined`.
      if (found != null) {
        const principal = requirePrincipal(returned(found))
        if (principal.ambient === true) assertOwnOrigin(request)
        return principal
      }
      throw apiError('unauthenticated', detail, { ...(source && { source }) })
    },
    challenge({ headers: { authorization = '' } }) {
      return BEARER.test(authorization) ? `${challenge}, error="invalid_token"` : challenge
    },
  }
}

/**
 * The same value; `invalid_argument` when it cannot be a principal. The error omits the value, which may be a secret.
 */
function returned(principal: unknown): unknown {
  if (typeof principal === 'object') return principal
  const shown = typeof principal === 'boolean' ? principal : `a ${typeof principal}`
  const message = `authenticate must return a principal or null, not ${shown}.`
  throw invalidArgument('principal', message)
}

/** Throws 403 `forbidden` unless the principal may do this. */
export function assertPermitted(
  { permissions }: Pick<Principal, 'permissions'>,
  permission: Permission,
): void {
  if (permissions.includes(permission)) return
  throw apiError('forbidden', `This needs a key with the permission \`${permission}\`.`)
}
