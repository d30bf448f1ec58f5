import type { AssetStore, Principal } from '@stowage/core'
import type { ApiOptions } from '../../options/api-options.ts'
import { HttpClient } from '../contract/http-client.ts'

/** A store that an adapter can serve with any options. */
export interface RightsFixture {
  /** Fresh and empty, with `signing`. */
  readonly store: AssetStore
  /** Serves the store with these options until the fixture is disposed of; resolves to where `/api/v1` begins. */
  serve(options: ApiOptions): Promise<string>
}

/** Whoever sends `Bearer <name>` is the principal of that name, and may do everything in the store's tenant. */
export function authenticate({
  headers,
}: {
  readonly headers: Readonly<Record<string, string | undefined>>
}): Principal | null {
  const [, id] = /^Bearer (\w+)$/.exec(headers.authorization ?? '') ?? []
  if (id === undefined) return null
  return { kind: 'external', id, tenant: 'default', permissions: ['read', 'write', 'delete'] }
}

/** Makes clients of the store as it is served with these options, each for one principal. */
export async function clientsOf(
  { serve }: RightsFixture,
  options: ApiOptions,
): Promise<(name: string) => HttpClient> {
  const baseUrl = await serve({ authenticate, ...options })
  return (name) => new HttpClient({ baseUrl, key: name }, name)
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
