import assert from 'node:assert/strict'
import type { AssetStore } from '@stowage/core'
import { type ChaosVerb, plain } from '../verb.ts'
import { signersOf } from './quiet-sender.ts'

const URL = 'https://example.com/hook'

/** A verb of a webhook that exists. */
function ofOne(
  name: string,
  run: (store: AssetStore, id: string, signal: AbortSignal) => Promise<unknown>,
): ChaosVerb {
  return {
    name: `webhooks.${name}`,
    async prepare(store) {
      const { webhook } = await store.webhooks.create({ url: URL })
      return (open, signal) => run(open, webhook.id, signal)
    },
  }
}

/** Webhooks of stores that have no API, so that nothing is sent but what a call sends itself. */
export const webhookVerbs: readonly ChaosVerb[] = [
  plain('webhooks.create', async (store) => {
    const { secret, webhook } = await store.webhooks.create({ url: URL, types: ['asset.purged'] })
    assert.match(secret, /^whsec_/)
    assert.equal(webhook.state, 'enabled')
  }),
  ofOne('list and get', async ({ webhooks }, id, signal) => {
    const found = await webhooks.list({ signal })
    assert.deepEqual(found, { webhooks: [await webhooks.get(id, { signal })], next: null })
  }),
  ofOne('update', async ({ webhooks }, id) => {
    const { state, types } = await webhooks.update(id, { enabled: false, types: ['asset.purged'] })
    assert.deepEqual([state, types], ['disabled', ['asset.purged']])
  }),
  ofOne('ping', async ({ webhooks }, id, signal) => {
    assert.equal((await webhooks.ping(id, { signal })).status, 200)
  }),
  rotation(),
  {
    name: 'webhooks.replay',
    async prepare(store) {
      const { webhook } = await store.webhooks.create({ url: URL })
      await store.folders.create({ name: 'seen' })
      const { events } = await store.events.since(null)
      return (open) => open.webhooks.replay(webhook.id, events[0]?.id ?? '')
    },
  },
  {
    name: 'webhooks.deliveries',
    async prepare(store, fixture) {
      const { webhook } = await store.webhooks.create({ url: URL })
      const delivery = await fixture.addDelivery(webhook, 'done')
      return async (open, signal) => {
        const { deliveries } = await open.webhooks.deliveries(webhook.id, { signal })
        assert.deepEqual(
          deliveries.map(({ id, state }) => [id, state]),
          [[delivery, 'done']],
        )
      }
    },
  },
  {
    name: 'webhooks.retry',
    async prepare(store, fixture) {
      const { webhook } = await store.webhooks.create({ url: URL })
      const delivery = await fixture.addDelivery(webhook, 'dead')
      return async (open) => {
        const { state, attempts } = await open.webhooks.retry(webhook.id, delivery)
        assert.deepEqual([state, attempts], ['waiting', 0])
      }
    },
  },
  {
    name: 'webhooks.delete',
    async prepare(store, fixture) {
      const { webhook } = await store.webhooks.create({ url: URL })
      await fixture.addDelivery(webhook, 'waiting')
      return (open, signal) => open.webhooks.delete(webhook.id, { signal })
    },
  },
]

/** Whatever becomes of the rotation, the old secret signs: receivers have it. */
function rotation(): ChaosVerb {
  let known: { readonly id: string; readonly secret: string }
  return {
    name: 'webhooks.rotate',
    async prepare(store) {
      const { webhook, secret } = await store.webhooks.create({ url: URL })
      known = { id: webhook.id, secret }
      return async (open) => {
        const rotated = await open.webhooks.rotate(webhook.id)
        assert.notEqual(rotated.secret, secret)
      }
    },
    async afterwards(store, _, hasFailed) {
      const signers = signersOf(await store.webhooks.ping(known.id))
      assert.ok(signers.includes(known.secret), 'the old secret does not sign')
      if (!hasFailed) assert.equal(signers.length, 2)
    },
  }
}
