import type { ApiOptions } from '@stowage/api'
import type { AssetStore, Principal } from '@stowage/core'
import type { ServedAddress } from '../adapter-contract/adapter-fixture.ts'
import { HttpClient } from '../http-contract/http-client.ts'

/** A store that an adapter can serve with any options. */
export interface RightsFixture {
  /** Fresh and empty, with `signing`. */
  readonly store: AssetStore
  /** Serves the store, or this view of it, with these options until the fixture is disposed of. */
  serve(options: RightsOptions, store?: AssetStore): Promise<ServedAddress>
}

/** The options of every adapter; `authenticate` looks at what the requests of all of them have. */
export interface RightsOptions extends Omit<ApiOptions, 'authenticate' | 'clientAddress'> {
  readonly authenticate: (request: {
    readonly headers: {
      readonly authorization?: string | undefined
      readonly cookie?: string | undefined
    }
  }) => Principal | null
}

/**
 * The sender of `Bearer <name>` is the principal of that name, and may do everything in the tenant `default`; of `Bearer
 * <name>__<tenant>`, in that tenant.
 */
export const authenticate: RightsOptions['authenticate'] = ({ headers }) => {
  const [, id, tenant = 'default'] =
    /^Bearer (\w+?)(?:__(\w+))?$/.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return null
  return principalOf(id, tenant)
}

/** The principal of that name, who may do everything in the tenant. */
export function principalOf(id: string, tenant: string): Principal {
  return { kind: 'external', id, tenant, permissions: ['read', 'write', 'delete', 'manage'] }
}

/** Makes clients of the store as it is served with these options, each for one principal. */
export async function clientsOf(
  { serve }: RightsFixture,
  options: Partial<RightsOptions>,
  store?: AssetStore,
): Promise<(name: string) => HttpClient> {
  const address = await serve({ authenticate, ...options }, store)
  return (name) => new HttpClient({ ...address, key: name }, name)
}

/** What can be told of an answer, but for what differs by chance. */
export async function seen(
  client: HttpClient,
  ...[method, path, sending = {}]: Parameters<HttpClient['send']>
): Promise<string> {
  const headers = { ...sending.headers, 'x-request-id': 'same' }
  const answer = await client.send(method, path, { ...sending, headers })
  const named = [...answer.headers].filter(([name]) => name !== 'date')
  return JSON.stringify([answer.status, named, answer.bytes.toString('latin1')])
}
