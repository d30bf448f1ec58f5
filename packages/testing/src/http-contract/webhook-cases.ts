import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { DeliveryCollection, WebhookCollection, WebhookResource } from '@stowage/api/internal'
import type { Permission } from '@stowage/core'
import type { ContractCase } from '../contract/contract.ts'
import { type HttpFixture, issuedKey } from '../http/http-fixture.ts'
import { HttpClient, type Sending } from './http-client.ts'

const NOT_FOUND = [404, 'webhook_not_found'] as const
const INVALID = [400, 'invalid_parameter'] as const
const FORBIDDEN = [403, 'forbidden'] as const
/** The API of the contract has no `baseUrl`. */
const UNAVAILABLE = [422, 'webhooks_unavailable'] as const

/** Someone with these permissions in a tenant that nothing else uses. */
async function managerOf(
  fixture: HttpFixture,
  permissions: readonly Permission[] = ['read', 'manage'],
) {
  const tenant = `tenant-${randomUUID()}`
  const client = new HttpClient(fixture, await issuedKey(fixture, { tenant, permissions }))
  return {
    client,
    add() {
      if (fixture.addWebhook === undefined) throw new Error('This case needs fixture.addWebhook.')
      return fixture.addWebhook({ tenant })
    },
  }
}

/** Every route of one webhook: those that look or delete, and those that have something sent. */
function routesOf(id: string) {
  const document = (type: string, attributes: object): Sending => ({
    json: { data: { type, attributes } },
  })
  const data = { type: 'webhooks', id, attributes: { enabled: true } }
  return {
    looks: [
      ['GET', `/webhooks/${id}`, {}],
      ['GET', `/webhooks/${id}/deliveries`, {}],
    ],
    sends: [
      ['PATCH', `/webhooks/${id}`, { json: { data } }],
      ['POST', `/webhooks/${id}/rotate`, {}],
      ['POST', `/webhooks/${id}/ping`, {}],
      ['POST', `/webhooks/${id}/replay`, document('webhook-replays', { since: '2026-01-01' })],
      ['POST', `/webhooks/${id}/deliveries/${randomUUID()}/retry`, {}],
    ],
    deletes: [['DELETE', `/webhooks/${id}`, {}]],
  } as const
}

async function webhooksOf(client: HttpClient, query = ''): Promise<WebhookCollection> {
  const answer = await client.send('GET', query.startsWith('http') ? query : `/webhooks${query}`)
  return client.document<WebhookCollection>(answer, 200, 'WebhookCollection')
}

/** Webhooks, looked at and deleted over HTTP, of a service that does not know its own URL. */
export const webhookCases: readonly ContractCase<HttpFixture>[] = [
  {
    name: 'webhooks are shown with the names of the API, and never with their secret',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { id, secret } = await add()
      const answer = await client.send('GET', `/webhooks/${id}`)
      const { data } = client.document<{ data: WebhookResource }>(answer, 200, 'WebhookDocument')
      const { created_at, updated_at, ...attributes } = data.attributes
      assert.deepEqual(
        { ...data, attributes },
        {
          id,
          type: 'webhooks',
          attributes: {
            url: 'https://hooks.example/media',
            types: ['asset.created', 'asset.purged'],
            filter: { mime_type: 'image/*', size: { gte: 5 }, tag: ['a'] },
            ...{ enabled: true, state: 'enabled', failures: 0, failing_since: null },
          },
        },
      )
      assert.match(created_at, /\.\d{6}Z$/)
      assert.equal(updated_at, created_at)
      assert.deepEqual((await webhooksOf(client)).data, [data])
      for (const [method, path, sending] of routesOf(id).looks) {
        const { bytes } = await client.send(method, path, sending)
        assert.ok(!bytes.toString().includes(secret.slice('whsec_'.length)), path)
      }
    },
  },
  {
    name: 'webhooks are listed oldest first, page by page',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const ids: string[] = []
      for (let count = 0; count < 3; count += 1) ids.push((await add()).id)
      const pages: string[][] = []
      let url: string | null = '?page[size]=2'
      while (url !== null) {
        const { data, links, meta }: WebhookCollection = await webhooksOf(client, url)
        assert.equal(meta.per_page, 2)
        pages.push(data.map(({ id }) => id))
        url = links.next
      }
      assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2)])
    },
  },
  {
    name: 'a new webhook has no deliveries; a query that makes no sense is 400 with its parameter',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { id } = await add()
      const path = `/webhooks/${id}/deliveries`
      const answer = await client.send('GET', `${path}?filter[state]=dead`)
      const schema = 'WebhookDeliveryCollection'
      const { data, links } = client.document<DeliveryCollection>(answer, 200, schema)
      assert.deepEqual([data, links.next], [[], null])
      for (const [list, query, parameter] of [
        [path, 'filter[state]=running', 'filter[state]'],
        [path, `page[after]=${randomUUID()}`, 'page[after]'],
        [path, 'page[after]=x', 'page[after]'],
        ['/webhooks', 'page[after]=x', 'page[after]'],
        ['/webhooks', 'page[size]=101', 'page[size]'],
        ['/webhooks', 'filter[state]=dead', 'filter[state]'],
      ] as const) {
        const [error] = await client.refused('GET', `${list}?${query}`, {}, INVALID)
        assert.deepEqual(error?.source, { parameter }, `${list}?${query}`)
      }
    },
  },
  {
    name: 'a webhook is deleted once',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { id } = await add()
      assert.equal((await client.send('DELETE', `/webhooks/${id}`)).status, 204)
      await client.refused('DELETE', `/webhooks/${id}`, {}, NOT_FOUND)
      await client.refused('GET', `/webhooks/${id}`, {}, NOT_FOUND)
      assert.deepEqual((await webhooksOf(client)).data, [])
    },
  },
  {
    name: 'webhooks of another tenant answer like webhooks that do not exist, and are not listed',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      const [one, other] = [await managerOf(fixture), await managerOf(fixture)]
      const { id } = await one.add()
      for (const unknown of [id, randomUUID(), 'x', '%00', 'ä']) {
        const { looks, deletes } = routesOf(encodeURI(unknown))
        for (const call of [...looks, ...deletes]) {
          const [method, path, sending] = call
          await other.client.refused(method, path, sending, NOT_FOUND)
        }
      }
      assert.deepEqual((await webhooksOf(other.client)).data, [])
      assert.deepEqual(
        (await webhooksOf(one.client)).data.map((each) => each.id),
        [id],
      )
    },
  },
  {
    name: 'without `baseUrl` nothing can be sent: what would is 422, before its body is read',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      const { client, add } = await managerOf(fixture)
      const { id } = await add()
      const attributes = { url: 'https://hooks.example/media' }
      const json = { data: { type: 'webhooks', attributes } }
      await client.refused('POST', '/webhooks', { json }, UNAVAILABLE)
      for (const each of [id, randomUUID()]) {
        for (const [method, path, sending] of routesOf(each).sends) {
          await client.refused(method, path, sending, UNAVAILABLE)
        }
      }
      const { data } = await webhooksOf(client)
      assert.equal(data.length, 1)
    },
  },
  {
    name: 'every route of webhooks needs both permissions, `manage` and `read`',
    needs: ['issueKey', 'addWebhook'],
    async run(fixture) {
      for (const permissions of [
        ['read', 'write', 'delete'],
        ['manage', 'write'],
      ] as const) {
        const { client, add } = await managerOf(fixture, permissions)
        const { looks, sends, deletes } = routesOf((await add()).id)
        const lists = [
          ['GET', '/webhooks', {}],
          ['POST', '/webhooks', { json: {} }],
        ] as const
        for (const call of [...lists, ...looks, ...sends, ...deletes]) {
          const [method, path, sending] = call
          await client.refused(method, path, sending, FORBIDDEN)
        }
        assert.equal((await client.send('HEAD', '/webhooks')).status, 403)
      }
    },
  },
]
