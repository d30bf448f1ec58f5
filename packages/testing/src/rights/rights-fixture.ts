import type { ApiOptions } from '@stowage/api'
import type { AssetStore, Principal } from '@stowage/core'
import type { ServedAddress } from '../adapter-contract/adapter-fixture.ts'
import { HttpClient } from '../http-contract/http-client.ts'

/** A store that an adapter can serve with any options. */
export interface RightsFixture {
  /** New and empty, with `signing`. */
  readonly store: AssetStore
  /** Serves the store, or this view of it, with these options until the fixture is disposed of. */
  serve(options: RightsOptions, store?: AssetStore): Promise<ServedAddress>
}

/** The options that every adapter has; `authenticate` reads only what the requests of all of them have. */
export interface RightsOptions extends Omit<ApiOptions, 'authenticate' | 'clientAddress'> {
  readonly authenticate: (request: {
    readonly headers: {
      readonly authorization?: string | undefined
      readonly cookie?: string | undefined
    }
  }) => Principal | null
}

/**
 * The sender of `Bearer <name>` is the principal with that name, and may do everything in the tenant `default`; the
 * sender of `Bearer <name>__<tenant>` may do so in that tenant.
 */
export const authenticate: RightsOptions['authenticate'] = ({ headers }) => {
  const [, id, tenant = 'default'] =
    /^Bearer (\w+?)(?:__(\w+))?$/.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return null
  return principalOf(id, tenant)
}

/** The principal with that name, who may do everything in the tenant. */
export function principalOf(id: string, tenant: string): Principal {
  return { kind: 'external', id, tenant, permissions: ['read', 'write', 'delete', 'manage'] }
}

/** Creates clients of the store, served with these options, each for one principal. */
export async function clientsOf(
  { serve }: RightsFixture,
  options: Partial<RightsOptions>,
  store?: AssetStore,
): Promise<(name: string) => HttpClient> {
  const address = await serve({ authenticate, ...options }, store)
  return (name) => new HttpClient({ ...address, key: name }, name)
}

/** What an answer reveals, without what differs by chance. */
export async function seen(
  client: HttpClient,
  ...[method, path, sending = {}]: Parameters<HttpClient['send']>
): Promise<string> {
  const headers = { ...sending.headers, 'x-request-id': 'same' }
  const answer = await client.send(method, path, { ...sending, headers })
  const named = [...answer.headers].filter(([name]) => name !== 'date')
  return JSON.stringify([answer.status, named, answer.bytes.toString('latin1')])
}
