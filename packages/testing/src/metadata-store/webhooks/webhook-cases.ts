import assert from 'node:assert/strict'
import type { LatePage } from '@stowage/core/internal'
import { v7 as uuidv7 } from 'uuid'
import type { ContractCase } from '../../contract/contract.ts'
import { at, refuses, twoStores } from '../fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { attempt, delivered, newDelivery, newWebhook } from './webhook-fixture.ts'

const tenant = 'default'
const EVERY = { tenant, before: null, limit: 1000 }

/** What `MetadataStore.webhooks` promises of endpoints. */
export const webhookCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'keeps an endpoint as it was given, and finds it for its tenant alone',
    async run({ metadata, clock }) {
      clock.set(7)
      const given = newWebhook()
      const { limit: _, ...webhook } = given
      const record = await metadata.webhooks.create(given)
      assert.deepEqual(record, {
        ...webhook,
        failures: 0,
        failingSince: null,
        createdAt: at(7),
        updatedAt: at(7),
        requeueAfter: null,
        revision: 0,
      })
      clock.set(9)
      assert.deepEqual(await metadata.webhooks.get({ tenant, id: record.id }), {
        webhook: record,
        now: at(9),
      })
      assert.equal(await metadata.webhooks.get({ tenant: 'other', id: record.id }), null)
      assert.equal(await metadata.webhooks.get({ tenant, id: uuidv7() }), null)
      const open = await metadata.webhooks.create(
        newWebhook({ types: null, filter: null, state: 'disabled', position: '12', secrets: [] }),
      )
      assert.deepEqual((await metadata.webhooks.get({ tenant, id: open.id }))?.webhook, open)
    },
  },
  {
    name: 'lists endpoints by id, of a tenant and of all',
    async run({ metadata }) {
      const tenants = ['default', 'other', 'default', 'other', 'default']
      const made = []
      for (const name of tenants)
        made.push(await metadata.webhooks.create(newWebhook({ tenant: name })))
      const ids = made.map(({ id }) => id).sort()
      const list = async (query: object, from: string | null = null, limit = 1000) =>
        (await metadata.webhooks.list({ ...query, after: from, limit })).map(({ id }) => id)
      assert.deepEqual(await list({}), ids)
      assert.deepEqual(await list({}, ids[1], 2), ids.slice(2, 4))
      const own = made.filter((one) => one.tenant === 'default').map(({ id }) => id)
      assert.deepEqual(await list({ tenant }), own.toSorted())
      assert.deepEqual(await list({ tenant }, own.toSorted()[0], 1), own.toSorted().slice(1, 2))
      assert.deepEqual(await list({ tenant: 'none' }), [])
    },
  },
  {
    name: 'refuses more endpoints than the limit, of each tenant for itself',
    async run({ metadata }) {
      await metadata.webhooks.create(newWebhook({ limit: 1 }))
      await refuses(metadata.webhooks.create(newWebhook({ limit: 1 })), 'too_many_webhooks', {
        limit: 1,
      })
      await metadata.webhooks.create(newWebhook({ tenant: 'other', limit: 1 }))
      const [first, second] = await twoStores({ metadata } as MetadataFixture)
      const both = await Promise.allSettled(
        [first, second].map((store) =>
          store.webhooks.create(newWebhook({ tenant: 'third', limit: 1 })),
        ),
      )
      assert.equal(both.filter(({ status }) => status === 'fulfilled').length, 1)
    },
  },
  {
    name: 'changes an endpoint only if it has the revision, and counts its changes',
    async run({ metadata, clock }) {
      const { id, ...before } = await metadata.webhooks.create(newWebhook())
      clock.set(5)
      const change = { tenant, id, revision: 0 }
      const moved = await metadata.webhooks.change({
        ...change,
        changes: { position: '41', requeueAfter: 3, failures: 2, failingSince: at(5) },
      })
      const expected = { position: '41', requeueAfter: 3, failures: 2, failingSince: at(5) }
      assert.deepEqual(moved, { id, ...before, ...expected, revision: 1 })
      assert.equal(
        await metadata.webhooks.change({ ...change, changes: { url: 'https://b' } }),
        null,
      )
      const changes = {
        url: 'https://b.example.com',
        types: null,
        filter: null,
        state: 'paused',
        secrets: [{ sealed: '2', until: at(9) }],
        position: null,
        requeueAfter: null,
        failures: 0,
        failingSince: null,
      } as const
      const changed = await metadata.webhooks.change({ ...change, revision: 1, changes })
      assert.deepEqual(changed, { id, ...before, ...changes, updatedAt: at(5), revision: 2 })
      assert.deepEqual((await metadata.webhooks.get({ tenant, id }))?.webhook, changed)
      const same = await metadata.webhooks.change({ ...change, revision: null, changes: {} })
      assert.deepEqual(same, changed)
      const other = { tenant: 'other', id, revision: null, changes: { url: 'https://c' } }
      assert.equal(await metadata.webhooks.change(other), null)
    },
  },
  {
    name: 'lets one of two changes of a revision pass',
    async run(fixture) {
      const { id } = await fixture.metadata.webhooks.create(newWebhook())
      const stores = await twoStores(fixture)
      const changed = await Promise.all(
        stores.flatMap((store) =>
          Array.from({ length: 4 }, () =>
            store.webhooks.change({
              tenant,
              id,
              revision: 0,
              changes: { position: '1' },
              add: [newDelivery()],
            }),
          ),
        ),
      )
      assert.equal(changed.filter((each) => each !== null).length, 1)
      const all = await fixture.metadata.webhooks.deliveries({ ...EVERY, webhookId: id })
      assert.equal(all.length, 1)
    },
  },
  {
    name: 'finds the enabled endpoints whose oldest delivery has waited for long, page by page',
    async run({ metadata, clock }) {
      const create = () => metadata.webhooks.create(newWebhook())
      const [quick, slow, alone, off, done] = [
        await create(),
        await create(),
        await create(),
        await create(),
        await create(),
      ]
      await create()
      for (const webhook of [slow, off, done]) await delivered(metadata, webhook, [{}])
      await delivered(metadata, alone, [{ assetId: null }])
      const [delivery] = await delivered(metadata, done, [{}])
      assert.ok(delivery)
      for (const each of await metadata.webhooks.deliveries({ ...EVERY, webhookId: done.id })) {
        const change = { tenant, id: done.id, revision: null, changes: {} }
        await metadata.webhooks.change({ ...change, delivery: attempt(each) })
      }
      const changes = { state: 'disabled' } as const
      await metadata.webhooks.change({ tenant, id: off.id, revision: null, changes })
      clock.set(60)
      await delivered(metadata, quick, [{}])
      await delivered(metadata, slow, [{}])
      const ids = async (limit: number) => {
        const found: (readonly [string, boolean])[] = []
        let after: string | null = null
        do {
          const page: LatePage = await metadata.webhooks.late({ waitedFor: 60_000, after, limit })
          found.push(...page.late.map((one) => [one.webhook.id, one.assetId === null] as const))
          after = page.next
        } while (after !== null)
        return found
      }
      const expected = [
        [slow.id, false],
        [alone.id, true],
      ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1))
      assert.deepEqual(await ids(100), expected)
      assert.deepEqual(await ids(1), expected)
      clock.set(59.9)
      assert.deepEqual(await ids(100), [])
    },
  },
]
