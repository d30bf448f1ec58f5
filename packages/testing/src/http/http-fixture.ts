import { randomUUID } from 'node:crypto'
import { type AssetStore, type Permission, StowageError } from '@stowage/core'
import type { WebhookSender } from '@stowage/core/types'

/** A served API, as its clients see it. Cases that need optional members say so in `needs`. */
export interface HttpFixture {
  /** `http://host:port` and the mount path; `/api/v1` follows it. */
  readonly baseUrl: string
  /** Allows everything except managing keys. */
  readonly key: string
  /** Sends a request like the global `fetch`, which is the default. For an API that is served without a socket. */
  fetch?(url: string, init: RequestInit): Promise<Response>
  /** Whether `baseUrl` takes raw connections, for what `fetch` cannot send. */
  readonly sockets?: true
  /** Whether the server of the API, not a framework, decides when a connection closes. Only with `sockets`. */
  readonly ownsConnections?: true
  /** Issues another key for this tenant. */
  issueKey?(options: {
    readonly tenant: string
    readonly permissions?: readonly Permission[]
    readonly expiresAt?: Date
  }): Promise<string>
  /** Revokes a key that `issueKey` gave. */
  revokeKey?(key: string): Promise<void>
  /**
   * Adds a job of this tenant, which nobody runs; resolves to its id. Its payload holds `JOB_SECRET`. `isDead`: it has
   * failed for good at its first attempt, with an error that holds `JOB_SECRET`. Default `false`.
   */
  addJob?(job: {
    readonly tenant: string
    readonly kind: string
    readonly key?: string
    readonly isDead?: boolean
  }): Promise<string>
  /**
   * Adds an enabled webhook of this tenant, with types and filter; resolves to its id and its secret. The API has no
   * `baseUrl`.
   */
  addWebhook?(webhook: {
    readonly tenant: string
  }): Promise<{ readonly id: string; readonly secret: string }>
  /** Throws unless `value` has the shape with this name in the OpenAPI document, such as `AssetDocument`. */
  validate?(schema: string, value: unknown): void
  /** Whether the framework itself answers 400 to a URL whose percent-encoding is broken. Default: no. */
  readonly refusesBrokenUrls?: boolean
  /** An origin that the `cors` option allows by name. */
  readonly crossOrigin?: string
  /** The store's first secret of `signing`. */
  readonly signingSecret?: string
  /** The store's `fileSize` limit in bytes, when it is small enough to test. */
  readonly fileSize?: number
}

/** For `signing` of stores on which the contract runs: `fixtureOf` passes it to the cases. */
export const HTTP_SIGNING_SECRET = 'a secret of tests alone, which is long enough'

/** For `webhooks` of stores on which the contract runs. It sends nothing. */
export const HTTP_WEBHOOKS: WebhookSender = {
  assertUrl: () => {},
  send: async () => ({ status: 204, text: '', retryAfter: null }),
}

/** What no answer about a job may hold. */
export const JOB_SECRET = 'a secret of jobs'

/** A key with these options, from a fixture that can issue keys. */
export async function issuedKey(
  fixture: HttpFixture,
  options: Parameters<NonNullable<HttpFixture['issueKey']>>[0],
): Promise<string> {
  if (fixture.issueKey === undefined) throw new Error('This case needs fixture.issueKey.')
  return fixture.issueKey(options)
}

/** A key of a tenant that nothing else uses, when the fixture can issue one; else the fixture's own. */
export async function ownKey(fixture: HttpFixture): Promise<string> {
  return (await fixture.issueKey?.({ tenant: `tenant-${randomUUID()}` })) ?? fixture.key
}

/**
 * The fixture of an open store that is served at `baseUrl`; `key` allows everything. A store with `signing` has
 * `HTTP_SIGNING_SECRET` as its first secret.
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
    ...(store.view.webhooks && {
      async addWebhook({ tenant }) {
        const { webhook, secret } = await store.for({ tenant }).webhooks.create({
          url: 'https://hooks.example/media',
          types: ['asset.created', 'asset.purged'],
          filter: { mimeType: 'image/*', tags: ['a'], size: { gte: 5 } },
        })
        return { id: webhook.id, secret }
      },
    }),
    async addJob({ tenant, kind, key, isDead = false }) {
      const { jobs } = store.for({ tenant })
      const died = isDead ? nextDeath(store, kind) : null
      const id = await jobs.enqueue(kind, { secret: JOB_SECRET }, key === undefined ? {} : { key })
      await died
      return id
    },
  }
}

/** Refuses the next job of this kind. Resolves when it is dead. */
function nextDeath(store: AssetStore, kind: string): Promise<void> {
  return new Promise((resolve) => {
    const undefine = store.jobs.define(kind, () => {
      undefine()
      throw new StowageError('job_refused', JOB_SECRET)
    })
    const unlisten = store.on('job.dead', ({ job }) => {
      if (job.kind !== kind) return
      unlisten()
      resolve()
    })
  })
}
