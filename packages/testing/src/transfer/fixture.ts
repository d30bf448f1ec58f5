import assert from 'node:assert/strict'
import type { Asset } from '@stowage/core'
import {
  type ApiKeyRecord,
  blobKeysOf,
  counterKeysOf,
  type EventRecord,
  type MigratableMetadata,
  type TransferEntry,
  type TransferSource,
  VERSIONS,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import type { AuditEntry, PartUsage } from '@stowage/core/types'
import { ODD_OWN_DATA, tagged } from '../metadata-store/assets/own-data-fixture.ts'
import {
  at,
  HOUR,
  newAsset,
  newKey,
  newTicket,
  newVariant,
  purged,
  stored,
  storedOne,
} from '../metadata-store/fixture.ts'
import { folderIn, newFolder } from '../metadata-store/folders/folder-fixture.ts'
import { newJob } from '../metadata-store/jobs/job-fixture.ts'
import { attempt, delivered, newWebhook } from '../metadata-store/webhooks/webhook-fixture.ts'
import { changeUploads, visibleUploads } from './upload-variety.ts'

/** All entries, page by page. */
export async function allEntries(source: TransferSource, limit = 100): Promise<TransferEntry[]> {
  const all: TransferEntry[] = []
  let after: string | null = null
  do {
    const page = await source.entries({ after, limit })
    assert.ok(page.entries.length <= limit)
    all.push(...page.entries)
    after = page.next
  } while (after !== null)
  return all
}

/** Brings `to` up to date with the changes in `from` after that change. */
export async function replay(
  from: MigratableMetadata,
  to: MigratableMetadata,
  after = 0,
  limit = 100,
): Promise<number> {
  const source = from.transfer.source
  const id = await source.record()
  let last = after
  while (true) {
    const changes = await source.changes({ after: last, limit })
    if (changes.entries.length === 0) return last
    last = changes.last
    const progress = { id, cursor: String(last) }
    await to.transfer.target.receive({ progress, entries: changes.entries })
  }
}

/** Fills `to` from `from`; `meanwhile` runs between the pages and the changes. */
export async function transferred(
  from: MigratableMetadata,
  to: MigratableMetadata,
  meanwhile: () => Promise<unknown> = async () => {},
): Promise<void> {
  const id = await from.transfer.source.record()
  const entries = await allEntries(from.transfer.source, 3)
  await to.transfer.target.receive({ progress: { id, cursor: 'entries' }, entries })
  await meanwhile()
  await replay(from, to, 0, 2)
}

/** What anyone can see of the tenants `default` and `other`. */
export async function visibleRecords(metadata: MetadataStore): Promise<{
  readonly assets: readonly Asset[]
  readonly lists: readonly unknown[]
  readonly keys: readonly (readonly ApiKeyRecord[])[]
  readonly folders: readonly unknown[]
  readonly audit: readonly (readonly AuditEntry[])[]
  readonly events: readonly (readonly EventRecord[])[]
  readonly usage: readonly (readonly PartUsage[])[]
  readonly versions: readonly unknown[]
  readonly owners: readonly unknown[]
  readonly jobs: unknown
  readonly uploads: readonly unknown[]
  readonly webhooks: readonly unknown[]
}> {
  const tenants = ['default', 'other']
  const assets = await metadata.assets.listAll({ afterId: null, limit: 1000 })
  const parts = [...new Set(assets.flatMap(counterKeysOf))].sort()
  const lists = tenants.flatMap((tenant) =>
    [false, true].flatMap((trashed) =>
      [{ offset: 0 }, { offset: 2 }, { belowSeq: 3 }].map((from) =>
        metadata.assets.list({ tenant, trashed, from, limit: 3 }),
      ),
    ),
  )
  return {
    assets,
    lists: await Promise.all(lists),
    keys: await Promise.all(tenants.map((tenant) => metadata.apiKeys.list(tenant))),
    folders: await Promise.all(
      tenants.map((tenant) => metadata.folders.list({ tenant, offset: 0, limit: 1000 })),
    ),
    audit: await Promise.all(
      tenants.map((tenant) =>
        metadata.audit.list({ tenant, order: 'newest', after: null, limit: 1000 }),
      ),
    ),
    events: await Promise.all(
      tenants.map(async (tenant) => {
        return (await metadata.events.since({ tenant, after: null, limit: 1000 })).events
      }),
    ),
    versions: [
      await metadata.versions.listAll({ afterId: null, limit: 1000 }),
      ...(await Promise.all(tenants.map((tenant) => metadata.assets.usage(tenant)))),
    ],
    usage: await Promise.all(
      tenants.map((tenant) => metadata.assets.usageOf({ tenant, parts: ['', VERSIONS, ...parts] })),
    ),
    webhooks: await visibleWebhooks(metadata),
    jobs: await metadata.jobs.list({ after: null, limit: 1000 }),
    uploads: await visibleUploads(metadata),
    owners: await Promise.all(
      assets.map(({ tenant, id }) =>
        metadata.owners.ownersOf({ tenant, id, after: null, limit: 1000 }),
      ),
    ),
  }
}

/** Writes a bit of everything in two tenants: each call writes in every way that a port knows, at different times. */
export async function writeVariety(metadata: MetadataStore, time: number): Promise<void> {
  const tenant = 'default'
  const key = newKey({ createdAt: at(time), expiresAt: at(1e6) })
  await metadata.apiKeys.create(key)
  await metadata.apiKeys.create(newKey({ tenant: 'other', createdAt: at(time) }))
  await metadata.apiKeys.update({ tenant, id: key.id, changes: { lastUsedAt: at(time + 1) } })
  await metadata.apiKeys.update({ tenant, id: key.id, changes: { revokedAt: at(time + 2) } })
  await useTickets(metadata, key.id)
  await changeFolders(metadata, time)
  await changeOwners(metadata, time)
  await changeJobs(metadata, time)
  await changeWebhooks(metadata)
  await changeUploads(metadata)
  const [renamed, trashed, purge, , varied] = await stored(
    metadata,
    Array.from({ length: 6 }, (_, n) => newAsset({ name: `${n}`, createdAt: at(time) })),
  )
  assert.ok(renamed && trashed && purge && varied)
  await storedOne(
    metadata,
    { ...ODD_OWN_DATA, size: 5, durationSeconds: 1.25, charset: 'utf-8' },
    'other',
  )
  const update = { tenant, id: renamed.id }
  const record = { actor: 'Zoë 🏖', audit: true, events: true }
  const changes = { name: 'Straße 🏖', isFavourite: true }
  await metadata.assets.update({ ...update, changes, record })
  await metadata.assets.update({ ...update, changes: ODD_OWN_DATA })
  await tagged(metadata, [renamed.id, varied.id], { add: ['moved'], remove: ['zebra'] })
  await metadata.assets.setTrashed({ tenant, ids: [trashed.id], to: 'trash' })
  await purged(metadata, [purge])
  const contents = [1, 2, 3].map((size) => ({ ...newAsset({ size }), name: null }))
  await metadata.blobs.reserve(contents.flatMap(blobKeysOf), { lifetime: HOUR })
  for (const [index, content] of contents.entries()) {
    const change = { tenant, id: renamed.id, grace: 0, quota: null, keyId: null }
    const version = { id: newAsset().id, keepFor: (index + 1) * HOUR }
    const sha256 = `${index}${content.sha256.slice(1)}`
    await metadata.versions.replace({ ...change, version, content: { ...content, sha256 } })
  }
  const [last, oldest] = await metadata.versions.list(renamed.id)
  assert.ok(last && oldest)
  const swap = { tenant, id: renamed.id, version: { id: newAsset().id, keepFor: HOUR }, grace: 0 }
  await metadata.versions.restore({ ...swap, versionId: last.id })
  await metadata.versions.prune({ ids: [oldest.id] })
  const [stays, goes] = [newVariant(), newVariant({ name: 'optimized' })]
  await metadata.blobs.reserve([stays.blobKey, goes.blobKey], { lifetime: HOUR })
  const add = {
    tenant,
    id: varied.id,
    variants: [stays, goes],
    failed: [{ name: 'poster', attempts: 1 }],
  }
  await metadata.assets.addVariants(add)
  const remove = { tenant, id: varied.id, blobKeys: [goes.blobKey] }
  await metadata.assets.removeVariants(remove)
}

/** Names that change hands, a folder inside a younger one, a deleted one, and assets in and out of them. */
async function changeFolders(metadata: MetadataStore, time: number): Promise<void> {
  const tenant = 'default'
  const named = (name: string) => `${name} of ${time}`
  const [a, b, gone, other] = [
    await folderIn(metadata, null, named('a')),
    await folderIn(metadata, null, named('b'), { createdBy: 'ann' }),
    await folderIn(metadata, null, named('gone')),
    await metadata.folders.create(newFolder({ tenant: 'other', name: named('a') })),
  ]
  const inner = await folderIn(metadata, a, 'Straße 🏖')
  const update = (id: string, changes: object) => metadata.folders.update({ tenant, id, changes })
  await update(a.id, { parentId: b.id })
  await update(inner.id, { parentId: null, name: named('a') })
  const [c, d] = [
    await folderIn(metadata, null, named('c')),
    await folderIn(metadata, null, named('d')),
  ]
  await update(c.id, { name: named('moment') })
  await update(d.id, { name: named('C') })
  await update(c.id, { name: named('d') })
  await storedOne(metadata, { folderId: other.id }, 'other')
  const assets = await stored(
    metadata,
    [gone.id, a.id].map((folderId) => newAsset({ folderId })),
  )
  await metadata.folders.delete({ tenant, id: gone.id, assets: 'trash' })
  const ids = assets.slice(1).map(({ id }) => id)
  await metadata.assets.move({ tenant, ids, folderId: inner.id })
  await metadata.tickets.create(newTicket({ folderId: inner.id }))
}

/**
 * Owners of both tenants, positions that are taken again, and assets that are pending, were kept or were purged with
 * their owner.
 */
async function changeOwners(metadata: MetadataStore, time: number): Promise<void> {
  const tenant = 'default'
  const owner = { type: 'Straße 🏖', id: `${time}`, field: '' }
  const fresh = Array.from({ length: 5 }, () => newAsset())
  await metadata.blobs.reserve(fresh.flatMap(blobKeysOf), { lifetime: HOUR })
  const request = { tenant, assets: fresh, keyId: null, quota: null, pendingFor: HOUR }
  const { assets } = await metadata.assets.insert(request)
  const [a, b, c, gone, kept] = assets.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
    string,
  ]
  await metadata.assets.keep({ tenant, ids: [kept] })
  await metadata.owners.attach({ tenant, ids: [a, b], owner })
  await metadata.owners.detach({ tenant, ids: [a], owner, unowned: 'keep' })
  await metadata.owners.attach({ tenant, ids: [a, kept], owner })
  await metadata.owners.set({ tenant, ids: [kept, b, a], owner, unowned: 'keep' })
  const doomed = { type: 'post', id: `${time}`, field: 'cover' }
  await metadata.owners.attach({ tenant, ids: [gone, b], owner: doomed })
  await metadata.owners.detachAll({ tenant, owner: doomed, unowned: 'purge' })
  assert.notEqual((await metadata.assets.get({ id: c }))?.pendingUntil, null)
  const other = await storedOne(metadata, {}, 'other')
  await metadata.owners.attach({ tenant: 'other', ids: [other.id], owner })
}

/** One new ticket, one of another tenant that was partly used, and one that was revoked. */
async function useTickets(metadata: MetadataStore, keyId: string): Promise<void> {
  await metadata.tickets.create(
    newTicket({
      keyId,
      allow: ['image/*'],
      createdBy: null,
      tags: ['a'],
      metadata: { b: 1 },
      pendingHours: 3,
    }),
  )
  const tenant = 'other'
  const used = await metadata.tickets.create(newTicket({ tenant }))
  const asset = newAsset({ createdBy: used.createdBy })
  await metadata.blobs.reserve(blobKeysOf(asset), { lifetime: HOUR })
  const request = { tenant, assets: [asset], keyId: null, quota: null }
  await metadata.assets.insert({ ...request, ticket: used.id })
  const revoked = await metadata.tickets.create(newTicket())
  await metadata.tickets.revoke({ tenant: revoked.tenant, id: revoked.id })
}

/** Jobs of two tenants and of the whole store, in every state; one that is done; and a key that went on to another. */
async function changeJobs(metadata: MetadataStore, time: number): Promise<void> {
  const kind = `kind-${time}`
  const keyed = newJob({ kind, key: 'straße 🏖', priority: 9, maxAttempts: 1 })
  await metadata.jobs.enqueue({ tenant: 'default', jobs: [keyed, newJob({ kind, delay: HOUR })] })
  const claim = { kinds: [{ kind, limit: 1 }], limit: 1, lease: 600_000 }
  const [dies] = (await metadata.jobs.claim(claim)).jobs
  assert.ok(dies)
  await metadata.jobs.fail({ ...dies, error: 'Kaputt 🏖', retryIn: null })
  await metadata.jobs.enqueue({ tenant: 'other', jobs: [newJob({ kind, payload: null }), keyed] })
  await metadata.jobs.complete(await metadata.jobs.claim(claim))
  await metadata.jobs.enqueue({ tenant: 'default', jobs: [keyed] })
  await metadata.jobs.claim(claim)
  await metadata.jobs.enqueue({ tenant: 'default', jobs: [keyed] })
  await metadata.jobs.enqueue({ tenant: null, jobs: [newJob({ kind }), keyed] })
}

/** Endpoints, each with its deliveries. */
async function visibleWebhooks(metadata: MetadataStore): Promise<readonly unknown[]> {
  const list = await metadata.webhooks.list({ after: null, limit: 1000 })
  return Promise.all(
    list.map(async (webhook) => {
      const query = { tenant: webhook.tenant, webhookId: webhook.id, before: null, limit: 1000 }
      return [webhook, await metadata.webhooks.deliveries(query)]
    }),
  )
}

/** Endpoints of two tenants with deliveries in every state, one that was changed, and one that was deleted. */
async function changeWebhooks(metadata: MetadataStore): Promise<void> {
  const webhook = await metadata.webhooks.create(newWebhook())
  const [first, second, third] = await delivered(metadata, webhook, [{}, { assetId: null }, {}, {}])
  assert.ok(first && second && third)
  const change = { tenant: webhook.tenant, id: webhook.id, revision: null }
  const waits = attempt(third, { state: 'waiting', status: 500, nextIn: HOUR })
  for (const delivery of [attempt(first), attempt(second, { state: 'dead' }), waits]) {
    await metadata.webhooks.change({ ...change, changes: { failures: 3 }, delivery })
  }
  await metadata.webhooks.create(newWebhook({ tenant: 'other', types: null, filter: null }))
  const gone = await metadata.webhooks.create(newWebhook())
  await delivered(metadata, gone, [{}])
  await metadata.webhooks.delete({ tenant: gone.tenant, id: gone.id, limit: 100 })
}
