import { afterEach, describe, expect, it } from 'vitest'
import { createMemoryBlobs } from '../memory/blobs.ts'
import { createMemoryMetadata } from '../memory/metadata/create-memory-metadata.ts'
import type { AssetStore } from '../store/asset-store.ts'
import { createAssetStore, type PortOptions } from '../store/opening/create-asset-store.ts'
import { TenantStore } from '../store/views/tenant-store.ts'
import type { WebhookAnswer, WebhookMessage, WebhookSender } from './webhook-sender.ts'

const OLD = 'o'.repeat(32)
const NEW = 'n'.repeat(32)
const OK: WebhookAnswer = { status: 200, text: 'ok', retryAfter: null }
const DOWN: WebhookAnswer = { status: 503, text: 'down', retryAfter: null }
const HOOK = { url: 'https://example.com/hook' }
/** Microseconds. */
const HOUR = 3600e6
const DAY = 24 * HOUR

const stores: AssetStore[] = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

/** A sender that answers as it is told, and remembers what it was given. */
function receiver(answer: (message: WebhookMessage) => WebhookAnswer | Promise<WebhookAnswer>) {
  const messages: WebhookMessage[] = []
  const sender: WebhookSender = {
    assertUrl: () => {},
    async send(message, { signal }) {
      signal.throwIfAborted()
      messages.push(message)
      return answer(message)
    },
  }
  const bodies = () => messages.map(({ body }) => JSON.parse(body))
  return { messages, sender, bodies }
}

/** A store on memory whose clock the test moves. It tells endpoints of events in a form of its own. */
function open(sender: WebhookSender, options: Partial<PortOptions> = {}) {
  const time = {
    micros: Date.now() * 1000,
    /** Moves the clock, and lets the runner look for jobs. */
    pass(micros: number) {
      time.micros += micros
      TenantStore.coreOf(store).runner.wake()
    },
  }
  const metadata = options.metadata ?? createMemoryMetadata({ clock: () => time.micros })
  const store = createAssetStore({
    metadata,
    blobs: createMemoryBlobs(),
    signing: { secrets: [OLD] },
    webhooks: sender,
    advanced: { sweepEveryMs: false },
    ...options,
  })
  stores.push(store)
  const start = () =>
    TenantStore.coreOf(store).webhooks?.start(({ id, type, assetId, data }) => {
      const { asset } = (data ?? {}) as { readonly asset?: { readonly name: string } }
      return JSON.stringify({ id, type, assetId, name: asset?.name ?? null })
    })
  start()
  return { store, metadata, time, start }
}

/** Lets time pass until the condition holds: jobs become due by the clock of the test. */
async function until(
  time: { pass(micros: number): void },
  holds: () => boolean | Promise<boolean>,
  step = 1e6,
) {
  await expect
    .poll(
      () => {
        time.pass(step)
        return holds()
      },
      { interval: 5 },
    )
    .toBe(true)
}

const upload = (store: AssetStore, name: string) => store.upload(Buffer.from(name), { name })

describe('webhooks', () => {
  it('are told of each event once, in the order of each asset', async () => {
    const { sender, bodies, messages } = receiver(() => OK)
    const { store, time } = open(sender)
    await upload(store, 'before.txt')
    const { secret } = await store.webhooks.create(HOOK)
    const assets = await Promise.all(
      Array.from({ length: 20 }, (_, n) => upload(store, `${n}.txt`)),
    )
    for (const { id } of assets) await store.update(id, { title: 'one' })
    await store.trash(assets.map(({ id }) => id))
    await until(time, () => messages.length >= 60)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(messages.length).toBe(60)
    for (const { id } of assets) {
      const types = bodies().flatMap((body) => (body.assetId === id ? [body.type] : []))
      expect(types).toEqual(['asset.created', 'asset.updated', 'asset.trashed'])
    }
    expect(messages.every(({ id }, n) => id === bodies()[n].id)).toBe(true)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(60)
    expect(messages[0]).toMatchObject({ url: HOOK.url, secrets: [secret] })
  })

  it('get the types and the assets that they want, and every purge of their type', async () => {
    const { sender, bodies } = receiver(() => OK)
    const { store, time } = open(sender)
    const types = ['asset.created', 'asset.purged'] as const
    await store.webhooks.create({ ...HOOK, types, filter: { anyTag: ['yes'] } })
    const yes = await store.upload(Buffer.from('1'), { name: 'yes.txt', tags: ['yes'] })
    const no = await upload(store, 'no.txt')
    await store.folders.create({ name: 'folder' })
    const ids = [yes.id, no.id]
    await store.trash(ids)
    await store.purge(ids)
    await until(time, () => bodies().length >= 3)
    const told = bodies().map(({ type, assetId }) => [type, assetId])
    expect(told.sort()).toEqual(
      [
        ['asset.created', yes.id],
        ['asset.purged', yes.id],
        ['asset.purged', no.id],
      ].sort(),
    )
  })

  it('try again later, say what was answered, and keep the order of the asset', async () => {
    let isDown = true
    const { sender, bodies } = receiver(() => (isDown ? DOWN : OK))
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    const { id } = await upload(store, 'a.txt')
    await store.update(id, { title: 'b' })
    await until(time, () => bodies().length >= 2)
    const { deliveries } = await store.webhooks.deliveries(webhook.id)
    expect(deliveries.map(({ state, attempts }) => [state, attempts > 0])).toEqual([
      ['waiting', false],
      ['waiting', true],
    ])
    expect(deliveries[1]).toMatchObject({ status: 503, answer: 'down', assetId: id })
    isDown = false
    await until(time, async () => {
      const { deliveries } = await store.webhooks.deliveries(webhook.id, { state: 'done' })
      return deliveries.length === 2
    })
    const types = bodies().map(({ type }) => type)
    expect(types.slice(0, -1).every((type) => type === 'asset.created')).toBe(true)
    expect(types.at(-1)).toBe('asset.updated')
    expect(await store.webhooks.get(webhook.id)).toMatchObject({ failures: 0, failingSince: null })
  })

  it('get one attempt at a time after three failures, and everything once one succeeds', async () => {
    let isDown = true
    const { sender, bodies, messages } = receiver(() => (isDown ? DOWN : OK))
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    const failures = async () => (await store.webhooks.get(webhook.id)).failures
    const assets = []
    for (let n = 0; n < 12; n += 1) assets.push(await upload(store, `${n}.txt`))
    await until(time, async () => (await failures()) >= 4, HOUR)
    const first = messages.length
    // At most four were under way when it was slowed. From then on only the oldest is tried.
    await until(time, () => messages.length >= first + 2, HOUR)
    const late = bodies().slice(8)
    expect(new Set(late.map(({ assetId }) => assetId))).toEqual(
      late.length === 0 ? new Set() : new Set([assets[0]?.id]),
    )
    isDown = false
    await until(
      time,
      async () => {
        const { deliveries } = await store.webhooks.deliveries(webhook.id, { state: 'done' })
        return deliveries.length === 12
      },
      HOUR,
    )
    expect(await failures()).toBe(0)
  })

  it('give a delivery up after ten attempts, and go on with the next of the asset', async () => {
    const { sender, bodies } = receiver(({ body }) =>
      JSON.parse(body).type === 'asset.created' ? DOWN : OK,
    )
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    const { id } = await upload(store, 'a.txt')
    await store.update(id, { title: 'b' })
    const done = async () =>
      (await store.webhooks.deliveries(webhook.id, { state: 'done' })).deliveries.length
    await until(time, async () => (await done()) === 1, HOUR / 2)
    const types = bodies().map(({ type }) => type)
    expect(types).toEqual([...Array(10).fill('asset.created'), 'asset.updated'])
    const dead = await store.webhooks.deliveries(webhook.id, { state: 'dead' })
    expect(dead.deliveries).toMatchObject([{ attempts: 10, status: 503, type: 'asset.created' }])
    const again = await store.webhooks.retry(webhook.id, dead.deliveries[0]?.id ?? '')
    expect(again).toMatchObject({ state: 'waiting', attempts: 0, answer: 'down' })
    await until(time, () => bodies().length >= 12)
  })

  it('are paused after five days without success, and go on when they are enabled', async () => {
    let isDown = true
    const { sender, bodies } = receiver(() => (isDown ? DOWN : OK))
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    for (let n = 0; n < 3; n += 1) await upload(store, `${n}.txt`)
    const state = async () => (await store.webhooks.get(webhook.id)).state
    await until(time, async () => (await state()) === 'paused', HOUR / 2)
    const { failingSince } = await store.webhooks.get(webhook.id)
    expect(time.micros - Date.parse(failingSince ?? '') * 1000).toBeGreaterThanOrEqual(5 * DAY)
    const { length } = bodies()
    await upload(store, 'meanwhile.txt')
    time.micros += DAY
    isDown = false
    expect(await store.webhooks.update(webhook.id, { enabled: true })).toMatchObject({
      state: 'enabled',
      failures: 0,
    })
    await until(time, () => bodies().some(({ name }) => name === 'meanwhile.txt'))
    await until(
      time,
      async () => {
        const { deliveries } = await store.webhooks.deliveries(webhook.id, { state: 'waiting' })
        return deliveries.length === 0
      },
      HOUR,
    )
    expect(bodies().length).toBeGreaterThan(length)
  })

  it('get nothing more once they answer 410, or are disabled, until they are enabled', async () => {
    let answer: WebhookAnswer = { status: 410, text: '', retryAfter: null }
    const { sender, bodies } = receiver(() => answer)
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    await upload(store, 'a.txt')
    await until(time, async () => (await store.webhooks.get(webhook.id)).state === 'gone')
    await upload(store, 'b.txt')
    answer = OK
    await store.webhooks.update(webhook.id, { enabled: false })
    await upload(store, 'c.txt')
    time.pass(DAY)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(bodies().length).toBe(1)
    await store.webhooks.update(webhook.id, { enabled: true })
    await until(time, () => bodies().length === 4)
    expect(
      bodies()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['a.txt', 'a.txt', 'b.txt', 'c.txt'])
  })

  it('wait as long as they ask', async () => {
    let answer: WebhookAnswer = { ...DOWN, retryAfter: 3600_000 }
    const { sender, messages } = receiver(() => answer)
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    await upload(store, 'a.txt')
    await until(time, () => messages.length === 1)
    await until(time, async () => {
      const { deliveries } = await store.webhooks.deliveries(webhook.id)
      return deliveries[0]?.attempts === 1
    })
    const [delivery] = (await store.webhooks.deliveries(webhook.id)).deliveries
    const waits = Date.parse(delivery?.nextAt ?? '') - Date.parse(delivery?.attemptedAt ?? '')
    expect(waits).toBe(3600_000)
    answer = OK
    await until(time, () => messages.length === 2, HOUR)
  })

  it('get what happened again from a moment, and from an event', async () => {
    const { sender, bodies } = receiver(() => OK)
    const { store, time } = open(sender)
    const { webhook } = await store.webhooks.create(HOOK)
    const moments: Date[] = []
    for (let n = 0; n < 9; n += 1) {
      time.micros += 10e6
      moments.push(new Date(time.micros / 1000))
      await upload(store, `${n}.txt`)
    }
    await until(time, () => bodies().length === 9)
    for (const n of [0, 4, 8]) {
      const before = bodies().length
      await store.webhooks.replay(webhook.id, moments[n] ?? new Date(0))
      await until(time, () => bodies().length === before + 9 - n)
      const names = bodies()
        .slice(before)
        .map(({ name }) => name)
      expect(names.sort()).toEqual(Array.from({ length: 9 - n }, (_, each) => `${n + each}.txt`))
    }
    const { events } = await store.events.since(null)
    const before = bodies().length
    await store.webhooks.replay(webhook.id, events[6]?.id ?? '')
    await until(time, () => bodies().length === before + 2)
    await store.webhooks.replay(webhook.id, new Date(time.micros / 1000 + 1e6))
    await expect(
      store.webhooks.replay(webhook.id, '01890000-0000-7000-8000-000000000000'),
    ).rejects.toMatchObject({ code: 'cursor_expired' })
  })

  it('have a secret that is shown once; the old one signs for a day after the new one', async () => {
    const { sender, messages } = receiver(() => OK)
    const { store, time } = open(sender)
    const { webhook, secret } = await store.webhooks.create(HOOK)
    const shown = JSON.stringify([
      await store.webhooks.get(webhook.id),
      await store.webhooks.list(),
    ])
    expect(shown).not.toContain('secret')
    const rotated = await store.webhooks.rotate(webhook.id)
    expect(await store.webhooks.ping(webhook.id)).toEqual(OK)
    expect(messages.at(-1)?.secrets).toEqual([rotated.secret, secret])
    time.micros += DAY
    await store.webhooks.ping(webhook.id)
    expect(messages.at(-1)?.secrets).toEqual([rotated.secret])
  })

  it('are sealed anew when the secret of the store is rotated', async () => {
    const { sender, messages } = receiver(() => OK)
    const metadata = Object.assign(createMemoryMetadata(), { close: async () => {} })
    const { store: first } = open(sender, { metadata })
    const { webhook, secret } = await first.webhooks.create(HOOK)
    await first.close()
    const sealed = async () => {
      const found = await metadata.webhooks.get({ tenant: 'default', id: webhook.id })
      return found?.webhook.secrets[0]?.sealed
    }
    const before = await sealed()
    const { store: second } = open(sender, { metadata, signing: { secrets: [NEW, OLD] } })
    await expect.poll(sealed).not.toBe(before)
    await second.close()
    const { store: third } = open(sender, { metadata, signing: { secrets: [NEW] } })
    await third.webhooks.ping(webhook.id)
    expect(messages.at(-1)?.secrets).toEqual([secret])
  })

  it('end with their tenant', async () => {
    const { sender, bodies } = receiver(() => OK)
    const { store, time } = open(sender)
    const acme = store.for({ tenant: 'acme' })
    const { webhook } = await acme.webhooks.create(HOOK)
    await upload(acme, 'a.txt')
    await until(time, () => bodies().length === 1)
    await store.admin.tenants.erase('acme', { confirm: 'acme' })
    await expect(acme.webhooks.get(webhook.id)).rejects.toMatchObject({ code: 'webhook_not_found' })
    await upload(acme, 'b.txt')
    time.pass(DAY)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(bodies().length).toBe(1)
  })

  it('are refused without what they need, and in a scope', async () => {
    const { sender } = receiver(() => OK)
    const ports = { metadata: createMemoryMetadata(), blobs: createMemoryBlobs() }
    const refused = (argument: string) =>
      expect.objectContaining({ code: 'invalid_argument', context: { argument } })
    expect(() => createAssetStore({ ...ports, webhooks: sender })).toThrow(refused('signing'))
    const signing = { secrets: [OLD] }
    expect(() => createAssetStore({ ...ports, signing, webhooks: sender, events: false })).toThrow(
      refused('events'),
    )
    const { store } = open(sender)
    const scoped = store.for({ scope: { createdBy: 'ann' } })
    await expect(scoped.webhooks.list()).rejects.toEqual(refused('scope'))
    const plain = createAssetStore({ ...ports, advanced: { sweepEveryMs: false } })
    stores.push(plain)
    await expect(plain.webhooks.list()).rejects.toEqual(refused('webhooks'))
    for (const [wrong, argument] of [
      [{}, 'url'],
      [{ url: 1 }, 'url'],
      [{ url: `https://example.com/${'a'.repeat(3000)}` }, 'url'],
      [{ ...HOOK, types: [] }, 'types'],
      [{ ...HOOK, types: ['asset.exploded'] }, 'types[0]'],
      [{ ...HOOK, types: ['tenant.erased'] }, 'types[0]'],
      [{ ...HOOK, filter: { colour: 'red' } }, 'colour'],
      [{ ...HOOK, enabled: 1 }, 'enabled'],
    ] as const) {
      await expect(store.webhooks.create(wrong as never)).rejects.toEqual(refused(argument))
    }
  })
})
