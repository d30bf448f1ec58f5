import assert from 'node:assert/strict'
import { v7 as uuidv7 } from 'uuid'
import type { ContractCase } from '../../contract/contract.ts'
import { at, HOUR, newAsset, refuses, storedOne, trustedAt } from '../fixture.ts'
import { claimed, newJob } from '../jobs/job-fixture.ts'
import type { MetadataFixture } from '../metadata-fixture.ts'
import { attempt, delivered, newDelivery, newWebhook } from './webhook-fixture.ts'

const tenant = 'default'
const EVERY = { tenant, before: null, limit: 1000 }

/** What `MetadataStore.webhooks` promises of deliveries, and of the jobs that make them. */
export const deliveryCases: readonly ContractCase<MetadataFixture>[] = [
  {
    name: 'numbers deliveries in the order in which they were added',
    async run({ metadata, clock }) {
      const webhook = await metadata.webhooks.create(newWebhook())
      const other = await metadata.webhooks.create(newWebhook())
      clock.set(3)
      const lane = newDelivery().assetId
      const add = Array.from({ length: 30 }, (_, n) => ({
        eventNumber: n,
        assetId: n % 3 === 0 ? lane : n % 3 === 1 ? null : newDelivery().assetId,
      }))
      const all = await delivered(metadata, webhook, add)
      await delivered(metadata, other, [{ assetId: lane }])
      assert.deepEqual(
        all.map(({ eventNumber }) => eventNumber),
        add.map(({ eventNumber }) => eventNumber),
      )
      const [first] = all
      assert.ok(first)
      assert.deepEqual(first, {
        ...first,
        tenant,
        webhookId: webhook.id,
        type: 'asset.created',
        assetId: lane,
        state: 'waiting',
        attempts: 0,
        nextAt: null,
        attemptedAt: null,
        status: null,
        answer: null,
        createdAt: at(3),
        endedAt: null,
      })
      const numbersOf = async (query: object, after = 0, limit = 1000) => {
        const request = { webhookId: webhook.id, ...query, after, limit }
        const { deliveries, now } = await metadata.webhooks.waiting(request)
        assert.equal(now, at(3))
        return deliveries.map(({ eventNumber }) => eventNumber)
      }
      const ofLane = add.flatMap((each, n) => (each.assetId === lane ? [n] : []))
      assert.deepEqual(await numbersOf({ assetId: lane }), ofLane)
      assert.deepEqual(await numbersOf({ assetId: lane }, first.number, 1), ofLane.slice(1, 2))
      const without = add.flatMap((each, n) => (each.assetId === null ? [n] : []))
      assert.deepEqual(await numbersOf({ assetId: null }), without)
      assert.deepEqual(await numbersOf({}, first.number, 3), [1, 2, 3])
      assert.deepEqual(await numbersOf({ webhookId: uuidv7() }), [])
    },
  },
  {
    name: 'records what an attempt makes of a delivery, once',
    async run({ metadata, clock }) {
      const webhook = await metadata.webhooks.create(newWebhook())
      const [first, second] = await delivered(metadata, webhook, [{}, {}])
      assert.ok(first && second)
      clock.set(10)
      const change = { tenant, id: webhook.id, revision: null, changes: { failures: 1 } }
      const answer = { status: 503, answer: 'später 🏖' }
      const failed = attempt(first, { state: 'waiting', nextIn: 5000, ...answer })
      assert.equal((await metadata.webhooks.change({ ...change, delivery: failed }))?.failures, 1)
      assert.equal(await metadata.webhooks.change({ ...change, delivery: failed }), null)
      const query = { tenant, webhookId: webhook.id, id: first.id }
      const waits = { ...first, ...answer, attempts: 1, nextAt: at(15), attemptedAt: at(10) }
      assert.deepEqual(await metadata.webhooks.delivery(query), waits)
      clock.set(15)
      const done = attempt(waits)
      assert.ok(await metadata.webhooks.change({ ...change, changes: {}, delivery: done }))
      assert.deepEqual(await metadata.webhooks.delivery(query), {
        ...waits,
        state: 'done',
        attempts: 2,
        nextAt: null,
        attemptedAt: at(15),
        status: 204,
        answer: '',
        endedAt: at(15),
      })
      const dead = attempt(second, { state: 'dead', status: null, answer: 'timeout' })
      assert.ok(await metadata.webhooks.change({ ...change, delivery: dead }))
      const { deliveries } = await metadata.webhooks.waiting({
        webhookId: webhook.id,
        after: 0,
        limit: 10,
      })
      assert.deepEqual(deliveries, [])
      // Once more, on request.
      const again = attempt(
        { ...second, attempts: 1 },
        {
          state: 'waiting',
          attempts: 0,
          status: null,
          answer: 'timeout',
          isAttempt: false,
        },
      )
      assert.ok(await metadata.webhooks.change({ ...change, delivery: again }))
      const retried = await metadata.webhooks.delivery({ ...query, id: second.id })
      assert.deepEqual(retried, { ...second, answer: 'timeout', attemptedAt: at(15) })
    },
  },
  {
    name: 'shows deliveries of an endpoint to its tenant, the newest first',
    async run({ metadata }) {
      const webhook = await metadata.webhooks.create(newWebhook())
      const other = await metadata.webhooks.create(newWebhook({ tenant: 'other' }))
      const all = await delivered(metadata, webhook, [{}, {}, {}])
      await delivered(metadata, other, [{}])
      const [first, second, third] = all
      assert.ok(first && second && third)
      const change = { tenant, id: webhook.id, revision: null, changes: {} }
      await metadata.webhooks.change({ ...change, delivery: attempt(second) })
      const idsOf = async (query: object) => {
        const request = { ...EVERY, webhookId: webhook.id, ...query }
        return (await metadata.webhooks.deliveries(request)).map(({ id }) => id)
      }
      assert.deepEqual(await idsOf({}), [third.id, second.id, first.id])
      assert.deepEqual(await idsOf({ before: third.number, limit: 1 }), [second.id])
      assert.deepEqual(await idsOf({ state: 'waiting' }), [third.id, first.id])
      assert.deepEqual(await idsOf({ state: 'done' }), [second.id])
      assert.deepEqual(await idsOf({ state: 'dead' }), [])
      assert.deepEqual(await idsOf({ tenant: 'other' }), [])
      const query = { tenant, webhookId: webhook.id, id: first.id }
      assert.deepEqual(await metadata.webhooks.delivery(query), first)
      for (const wrong of [{ tenant: 'other' }, { webhookId: other.id }, { id: uuidv7() }]) {
        assert.equal(await metadata.webhooks.delivery({ ...query, ...wrong }), null)
      }
    },
  },
  {
    name: 'enqueues the jobs of a change of an endpoint, and none of one that is refused',
    async run({ metadata }) {
      const { id } = await metadata.webhooks.create(newWebhook({ jobs: [newJob({ key: 'made' })] }))
      const change = { tenant, id, changes: { position: '1' } }
      const jobs = (key: string) => [newJob({ key })]
      await metadata.webhooks.change({ ...change, revision: 0, jobs: jobs('changed') })
      await metadata.webhooks.change({ ...change, revision: 0, jobs: jobs('refused') })
      const keys = (await claimed(metadata)).map((job) => [job.tenant, job.key])
      assert.deepEqual(keys.sort(), [
        [tenant, 'changed'],
        [tenant, 'made'],
      ])
    },
  },
  {
    name: 'enqueues a job that matches events, once for all that a tenant with an enabled endpoint stores',
    async run({ metadata }) {
      const kinds = ['stowage.fan-out']
      const record = { actor: null, audit: false, events: true }
      const store = (name: string) =>
        metadata.folders.create({
          tenant: name,
          id: uuidv7(),
          name: uuidv7(),
          parentId: null,
          record,
        })
      await metadata.webhooks.create(newWebhook({ state: 'disabled' }))
      const { id } = await metadata.webhooks.create(newWebhook({ tenant: 'told' }))
      await store(tenant)
      await store('none')
      assert.deepEqual(await claimed(metadata, 10, kinds), [])
      await store('told')
      await store('told')
      const jobs = await claimed(metadata, 10, kinds)
      assert.deepEqual(
        jobs.map((job) => [job.tenant, job.key]),
        [['told', 'events']],
      )
      // While it runs, another is noted: it runs once more.
      await store('told')
      await metadata.jobs.complete({ jobs })
      const again = await claimed(metadata, 10, kinds)
      assert.equal(again.length, 1)
      await metadata.jobs.complete({ jobs: again })
      const change = { tenant: 'told', id, revision: null, changes: { state: 'paused' } } as const
      await metadata.webhooks.change(change)
      await store('told')
      assert.deepEqual(await claimed(metadata, 10, kinds), [])
    },
  },
  {
    name: 'deletes an endpoint in steps, which gets nothing from the first one on',
    async run({ metadata }) {
      const webhook = await metadata.webhooks.create(newWebhook())
      const kept = await metadata.webhooks.create(newWebhook())
      await delivered(metadata, webhook, [{}, {}, {}])
      const others = await delivered(metadata, kept, [{}])
      const step = { tenant, id: webhook.id, limit: 2 }
      await refuses(metadata.webhooks.delete({ ...step, tenant: 'other' }), 'webhook_not_found')
      assert.deepEqual(await metadata.webhooks.delete(step), { isGone: false })
      const found = await metadata.webhooks.get({ tenant, id: webhook.id })
      assert.equal(found?.webhook.state, 'disabled')
      assert.deepEqual(found?.webhook.secrets, [])
      assert.deepEqual(await metadata.webhooks.delete(step), { isGone: true })
      await refuses(metadata.webhooks.delete(step), 'webhook_not_found')
      assert.deepEqual(await metadata.webhooks.deliveries({ ...EVERY, webhookId: webhook.id }), [])
      const left = await metadata.webhooks.deliveries({ ...EVERY, webhookId: kept.id })
      assert.deepEqual(left, others)
    },
  },
  {
    name: 'forgets deliveries that ended long ago, and none that waits',
    async run(fixture) {
      const { metadata, clock } = fixture
      await trustedAt(fixture, 60)
      const webhook = await metadata.webhooks.create(newWebhook())
      const all = await delivered(metadata, webhook, [{}, {}, {}, {}])
      const change = { tenant, id: webhook.id, revision: null, changes: {} }
      for (const [n, delivery] of all.slice(0, 3).entries()) {
        clock.set(100 + n)
        const state = n === 1 ? 'dead' : 'done'
        await metadata.webhooks.change({ ...change, delivery: attempt(delivery, { state }) })
      }
      const left = async () =>
        (await metadata.webhooks.deliveries({ ...EVERY, webhookId: webhook.id })).length
      assert.equal(await metadata.webhooks.prune({ olderThan: HOUR, limit: 10 }), 0)
      await trustedAt(fixture, 102 + HOUR / 1000)
      assert.equal(await metadata.webhooks.prune({ olderThan: HOUR, limit: 1 }), 1)
      assert.equal(await metadata.webhooks.prune({ olderThan: HOUR, limit: 10 }), 1)
      assert.equal(await left(), 2)
      await trustedAt(fixture, 1e7)
      assert.equal(await metadata.webhooks.prune({ olderThan: HOUR, limit: 10 }), 1)
      assert.equal(await left(), 1)
    },
  },
  {
    name: 'forgets what endpoints answered about an asset with its purge, also what they answer later',
    async run({ metadata }) {
      const { id: assetId } = await storedOne(metadata, newAsset())
      const webhook = await metadata.webhooks.create(newWebhook())
      const change = { tenant, id: webhook.id, revision: null, changes: {} }
      const [done, late, plain, other] = await delivered(metadata, webhook, [
        { assetId },
        { assetId },
        { assetId, type: 'asset.purged' },
        { assetId: null },
      ])
      assert.ok(done && late && plain && other)
      const tells = { answer: 'its name', tellsAsset: true }
      assert.ok(await metadata.webhooks.change({ ...change, delivery: attempt(done, tells) }))
      const answer = { answer: 'no', tellsAsset: false }
      assert.ok(await metadata.webhooks.change({ ...change, delivery: attempt(other, answer) }))
      const answers = async () =>
        (await metadata.webhooks.deliveries({ ...EVERY, webhookId: webhook.id }))
          .map((each) => each.answer)
          .reverse()
      assert.deepEqual(await answers(), ['its name', null, null, 'no'])
      const record = { actor: null, audit: false, events: true }
      await metadata.assets.setTrashed({ tenant, ids: [assetId], to: 'trash', record })
      await metadata.assets.purge({ tenant, ids: [assetId], doneWithin: HOUR, record })
      assert.deepEqual(await answers(), [null, null, null, 'no'])
      assert.ok(await metadata.webhooks.change({ ...change, delivery: attempt(late, tells) }))
      assert.ok(await metadata.webhooks.change({ ...change, delivery: attempt(plain, answer) }))
      assert.deepEqual(await answers(), [null, null, 'no', 'no'])
    },
  },
  {
    name: 'erases endpoints and deliveries with their tenant, and takes no endpoint meanwhile',
    async run({ metadata }) {
      const webhook = await metadata.webhooks.create(newWebhook({ tenant: 'gone' }))
      const other = await metadata.webhooks.create(newWebhook())
      await delivered(metadata, webhook, [{}, {}])
      await delivered(metadata, other, [{}])
      await metadata.erasures.begin('gone')
      await refuses(metadata.webhooks.create(newWebhook({ tenant: 'gone' })), 'unavailable')
      while (!(await metadata.erasures.step({ tenant: 'gone', limit: 1 })).isDone);
      assert.equal(await (await metadata.erasures.end({ tenant: 'gone' })).isEnded, true)
      const list = await metadata.webhooks.list({ after: null, limit: 10 })
      assert.deepEqual(
        list.map(({ id }) => id),
        [other.id],
      )
      const { deliveries } = await metadata.webhooks.waiting({
        webhookId: webhook.id,
        after: 0,
        limit: 10,
      })
      assert.deepEqual(deliveries, [])
    },
  },
]
