import { randomUUID } from 'node:crypto'
import type { AssetStore, Permission } from '@stowage/core'

/** A served API, as its clients see it. Cases that need what is optional say so in `needs`. */
export interface HttpFixture {
  /** `http://host:port` and the mount path; `/api/v1` begins behind it. */
  readonly baseUrl: string
  /** Allows everything but to manage keys. */
  readonly key: string
  /** Sends a request as the global `fetch` does, which is the default. For what is served without a socket. */
  fetch?(url: string, init: RequestInit): Promise<Response>
  /** Whether `baseUrl` takes raw connections, for what `fetch` cannot send. */
  readonly sockets?: true
  /** Whether what serves the API, and no framework, decides when a connection closes. Only with `sockets`. */
  readonly ownsConnections?: true
  /** Issues another key, for a tenant that is made up here unless it is named. */
  issueKey?(options: {
    readonly tenant: string
    readonly permissions?: readonly Permission[]
    readonly expiresAt?: Date
  }): Promise<string>
  /** Revokes a key that `issueKey` gave. */
  revokeKey?(key: string): Promise<void>
  /** Throws unless `value` has the shape that the OpenAPI document names so, such as `AssetDocument`. */
  validate?(schema: string, value: unknown): void
  /** Whether the framework itself answers 400 where the percent-encoding of a URL is broken. Default: no. */
  readonly refusesBrokenUrls?: boolean
  /** An origin that the `cors` option lets in by its name. */
  readonly crossOrigin?: string
  /** The store's first secret of `signing`. */
  readonly signingSecret?: string
  /** The store's `fileSize` limit in bytes, when it is small enough to be tried. */
  readonly fileSize?: number
}

/** For `signing` of stores that the contract is run on: `fixtureOf` tells the cases of it. */
export const HTTP_SIGNING_SECRET = 'a secret of tests alone, which is long enough'

/** A key as asked for, of a fixture that can issue one. */
export async function issuedKey(
  fixture: HttpFixture,
  options: Parameters<NonNullable<HttpFixture['issueKey']>>[0],
): Promise<string> {
  if (fixture.issueKey === undefined) throw new Error('This case needs fixture.issueKey.')
  return fixture.issueKey(options)
}

/** A key of a tenant that nothing else uses, where the fixture can issue one; else the fixture's own. */
export async function ownKey(fixture: HttpFixture): Promise<string> {
  return (await fixture.issueKey?.({ tenant: `tenant-${randomUUID()}` })) ?? fixture.key
}

/**
 * The fixture of a store that is at hand, where it is served at `baseUrl`; `key` allows everything. A store with
 * `signing` has `HTTP_SIGNING_SECRET` as its first secret.
 */
export function fixtureOf(store: AssetStore, key: string, baseUrl: string): HttpFixture {
  const tenants = new Map<string, string>()
  return {
    baseUrl,
    key,
    ...(store.urls.isConfigured && { signingSecret: HTTP_SIGNING_SECRET }),
    sockets: true,
    ownsConnections: true,
    async issueKey({ tenant, ...rest }) {
      const { token } = await store.for({ tenant }).keys.create({ name: 'test', ...rest })
      tenants.set(token, tenant)
      return token
    },
    async revokeKey(token) {
      const [, id = ''] = token.split('_')
      await store.for({ tenant: tenants.get(token) ?? store.view.tenant }).keys.revoke(id)
    },
  }
}
