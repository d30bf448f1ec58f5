import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Asset } from '../assets/asset.ts'
import type { Folder } from '../folders/folder.ts'
import { fakeProcessor } from '../variants/fake-processor.fixture.ts'
import type { AssetStore } from './asset-store.ts'
import { CALLS } from './known-options.ts'
import { openAssetStore } from './opening/open-asset-store.ts'

const OWNER = { type: 'post', id: '1' }
const BYTES = Buffer.from('bytes')
const SET = {
  name: 'page',
  widths: [400],
  formats: [{ extension: 'jpg', mimeType: 'image/jpeg' }],
}

let directory: string
let store: AssetStore
let asset: Asset
let folder: Folder

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'stowage-options-'))
  store = await openAssetStore({
    directory: path.join(directory, 'store'),
    audit: true,
    advanced: { sweepEveryMs: false },
    signing: { secrets: ['s'.repeat(43)] },
    variants: fakeProcessor({ 'page-400.jpg': 'on-demand' }, { sets: [SET] }).processor,
  })
  asset = await store.upload(BYTES)
  folder = await store.folders.create({ name: 'Folder' })
})

afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

/** Options as plain JavaScript gives them. */
type Given = never

function first(values: AsyncIterable<unknown>): Promise<unknown> {
  return values[Symbol.asyncIterator]().next()
}

/** A call that is valid but for the given options. Total: a new call is tried too. */
const TRIED: Readonly<Record<keyof typeof CALLS, (options: Given) => unknown>> = {
  upload: (o) => store.upload(BYTES, o),
  uploadMany: (o) => store.uploadMany([{ source: BYTES }], o),
  import: (o) => store.admin.import({ source: BYTES, externalId: 'e' }, o),
  get: (o) => store.get(asset.id, o),
  list: (o) => store.list(o),
  iterate: (o) => first(store.matching({}).iterate(o)),
  update: (o) => store.update(asset.id, { title: 'T' }, o),
  replaceContent: (o) => store.versions.replace(asset.id, BYTES, o),
  listVersions: (o) => store.versions.list(asset.id, o),
  restoreVersion: (o) => store.versions.restore(asset.id, 'x', o),
  copy: (o) => store.copy(asset.id, o),
  tag: (o) => store.select(asset.id).tag({ add: ['a'] }, o),
  resolveScan: (o) => store.admin.resolveScan(asset.id, 'clean', o),
  trash: (o) => store.trash([asset.id], o),
  restore: (o) => store.restore([asset.id], o),
  move: (o) => store.select(asset.id).move(folder.id, o),
  setFavourite: (o) => store.select(asset.id).setFavourite(true, o),
  keep: (o) => store.select(asset.id).keep(o),
  addOwned: (o) => store.owners.add(asset.id, OWNER, o),
  setOwned: (o) => store.owners.set([asset.id], OWNER, o),
  attachUploads: (o) => store.owners.attachUploads(asset.id, OWNER, o),
  removeOwned: (o) => store.owners.remove(asset.id, OWNER, o),
  removeAllOwned: (o) => store.owners.removeAll(OWNER, o),
  listOwned: (o) => store.owners.list(OWNER, o),
  ownersOf: (o) => store.owners.of(asset.id, o),
  countMatching: (o) => store.matching({}).count(o),
  changeMatching: (o) => store.matching({}).tag({ add: ['a'] }, o),
  purge: (o) => store.purge([asset.id], o),
  read: (o) => store.read(asset.id, o),
  createUpload: (o) => store.uploads.create(o),
  getUpload: (o) => store.uploads.get(asset.id, o),
  listUploads: (o) => store.uploads.list(o),
  appendUpload: (o) =>
    store.uploads.append(asset.id, Object.assign({ offset: 0, source: BYTES }, o)),
  resumeUpload: (o) => store.uploads.resume(asset.id, o),
  presignUploadParts: (o) =>
    store.uploads.presignParts(asset.id, Object.assign({ numbers: [1] }, o)),
  listUploadParts: (o) => store.uploads.parts(asset.id, o),
  completeUpload: (o) => store.uploads.complete(asset.id, o),
  removeUpload: (o) => store.uploads.remove(asset.id, o),
  presign: (o) => store.urls.presign(asset, o),
  locate: (o) => store.urls.locate(asset, o),
  createFolder: (o) => store.folders.create(o),
  getFolder: (o) => store.folders.get(folder.id, o),
  listFolders: (o) => store.folders.list(o),
  folderUsage: (o) => store.folders.usage([folder.id], o),
  updateFolder: (o) => store.folders.update(folder.id, { name: 'Folder' }, o),
  deleteFolder: (o) => store.folders.delete(folder.id, o),
  createKey: (o) => store.keys.create(o),
  pageOfKeys: (o) => store.keys.page(o),
  createTicket: (o) => store.tickets.create(o),
  verifyTicket: (o) => store.tickets.verify('stt_x', o),
  ensureVariant: (o) => store.variants.ensure(asset, 'thumbnail', o),
  retryVariants: (o) => store.variants.retry(asset, o),
  pictureAttributes: (o) => store.pictures.attributes(asset, 'page', o),
  ensurePicture: (o) => store.pictures.ensure(asset, 'thumbnail', o),
  publicForm: (o) => store.variants.publicForm(asset, o),
  sign: (o) => store.urls.sign(asset, o),
  signUrls: (o) => store.urls.signAll(asset, o),
  contentTag: (o) => store.urls.contentTag(asset, o),
  verifySignature: (o) => store.urls.verify({ publicFileId: 'x', route: 'content' }, o),
  defineJob: (o) => store.jobs.define('a-kind', () => {}, o),
  enqueueJob: (o) => store.jobs.enqueue('a-kind', null, o),
  listJobs: (o) => store.jobs.list(o),
  iterateJobs: (o) => first(store.jobs.iterate(o)),
  getJob: (o) => store.jobs.get('x', o),
  retryJobs: (o) => store.jobs.retry([], o),
  discardJobs: (o) => store.jobs.discard([], o),
  createWebhook: (o) => store.webhooks.create(o as never),
  webhookChanges: (o) => store.webhooks.update('x', o),
  listWebhooks: (o) => store.webhooks.list(o),
  getWebhook: (o) => store.webhooks.get('x', o),
  updateWebhook: (o) => store.webhooks.update('x', {}, o),
  deleteWebhook: (o) => store.webhooks.delete('x', o),
  rotateWebhook: (o) => store.webhooks.rotate('x', o),
  pingWebhook: (o) => store.webhooks.ping('x', o),
  replayWebhook: (o) => store.webhooks.replay('x', new Date(0), o),
  listDeliveries: (o) => store.webhooks.deliveries('x', o),
  retryDelivery: (o) => store.webhooks.retry('x', 'y', o),
  usage: (o) => store.usage(o),
  audit: (o) => store.admin.audit.list(o),
  iterateAudit: (o) => first(store.admin.audit.iterate(o)),
  eventsSince: (o) => store.events.since(null, o),
  followEvents: (o) => first(store.events.follow(o)),
  latestEvent: (o) => store.events.latest(o),
  eraseTenant: (o) => store.admin.tenants.erase('acme', o),
  listTenants: (o) => store.admin.tenants.list(o),
  sweep: (o) => store.admin.sweep(o),
  fillVariants: (o) => store.admin.fillVariants(o),
  pauseDeletion: (o) => store.admin.pauseDeletion(o),
  verify: (o) => store.admin.verify(o),
  startVerify: (o) => store.admin.startVerify(o),
  startScanAgain: (o) => store.admin.startScanAgain(o),
  backup: (o) => store.admin.backup(o),
}

/** No option of any call takes one of these. */
const WRONG = [Symbol('symbol'), 10n, Number.NaN]

/** What a call needs besides the option under test. */
const NEEDED: Partial<Record<keyof typeof CALLS, object>> = {
  createFolder: { name: 'Another' },
  createKey: { name: 'Key' },
  eraseTenant: { confirm: 'acme' },
  attachUploads: { user: 'ann' },
  presign: {
    expiresIn: 60,
    disposition: 'inline',
    cacheControl: 'no-store',
    mimeType: 'text/plain',
  },
}

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('the options of %s', (name) => {
  const needed = () => ({
    ...NEEDED[name],
    ...(name === 'backup' && { directory: path.join(directory, 'backup') }),
  })

  it.each([...CALLS[name].rules.keys()])(
    'refuses a wrong %s before anything is done',
    async (option) => {
      for (const value of WRONG) {
        const call = async () => TRIED[name]({ ...needed(), [option]: value } as never)
        await expect(call(), String(value)).rejects.toMatchObject({ code: 'invalid_argument' })
      }
    },
  )
})
