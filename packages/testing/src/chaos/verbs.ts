import assert from 'node:assert/strict'
import { auditedVerbs } from './audited-verbs.ts'
import { folderVerbs } from './folder-verbs.ts'
import { importVerbs } from './import-verbs.ts'
import { jobVerbs } from './jobs/job-verbs.ts'
import { lateVerbs } from './late-verbs.ts'
import { lifeCycleVerbs } from './life-cycle-verbs.ts'
import { maintenanceVerbs } from './maintenance-verbs.ts'
import { matchingVerbs } from './matching-verbs.ts'
import { ownDataVerbs } from './own-data-verbs.ts'
import { ownerVerbs } from './owner-verbs.ts'
import { readVerbs } from './read-verbs.ts'
import { resumableVerbs } from './resumable/resumable-verbs.ts'
import { inChunks, large, twoAssets } from './samples.ts'
import { sweepVerbs } from './sweep-verbs.ts'
import { tenantVerbs } from './tenant-verbs.ts'
import { ticketVerbs } from './ticket-verbs.ts'
import { uploadVerbs } from './upload-verbs.ts'
import { type ChaosVerb, plain } from './verb.ts'
import { versionVerbs } from './version-verbs.ts'
import { webhookVerbs } from './webhooks/webhook-verbs.ts'

/** Keys, and the end. */
const otherVerbs: readonly ChaosVerb[] = [
  plain('keys.create', async (store) => {
    const { key, token } = await store.keys.create({ name: 'fresh' })
    assert.equal(key.name, 'fresh')
    assert.match(token, /^stw_/)
  }),
  {
    name: 'keys.revoke',
    async prepare(store) {
      const { key } = await store.keys.create({ name: 'doomed' })
      return async (open) => assert.notEqual((await open.keys.revoke(key.id)).revokedAt, null)
    },
  },
  {
    name: 'keys.verify',
    async prepare(store) {
      const { key, token } = await store.keys.create({ name: 'used' })
      return async (open) => assert.equal((await open.keys.verify(token))?.id, key.id)
    },
  },
  {
    name: 'keys.list',
    async prepare(store) {
      await store.keys.create({ name: 'only' })
      return async (open) => assert.equal((await open.keys.list()).length, 1)
    },
  },
  {
    name: 'close',
    async prepare(store) {
      await twoAssets(store)
      return (open) => open.close()
    },
  },
  plain('close during an upload', async (store) => {
    const upload = store.upload(inChunks(large), { name: 'large.txt' })
    const [uploaded] = await Promise.allSettled([upload, store.close()])
    if (uploaded.status === 'rejected') throw uploaded.reason
  }),
]

/**
 * Everything that a store does, except `backup`, which needs a database file, and `presign`, which makes no calls here.
 */
export const chaosVerbs: readonly ChaosVerb[] = [
  ...uploadVerbs,
  ...lateVerbs,
  ...importVerbs,
  ...resumableVerbs,
  ...ticketVerbs,
  ...jobVerbs,
  ...webhookVerbs,
  ...folderVerbs,
  ...lifeCycleVerbs,
  ...matchingVerbs,
  ...ownDataVerbs,
  ...versionVerbs,
  ...ownerVerbs,
  ...readVerbs,
  ...maintenanceVerbs,
  ...sweepVerbs,
  ...tenantVerbs,
  ...auditedVerbs,
  ...otherVerbs,
]
