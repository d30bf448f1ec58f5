import { UPLOAD_METHODS } from './upload-methods.ts'

/**
 * Every method of a `MetadataStore`, by role: the one list of them, from which every view of the records derives. The
 * compiler holds it against the port, both ways (`port-types.ts`).
 *
 * `verb`: what a write is called where those of all roles meet; `null`: it is a read. `room`: what it does to a disk
 * with little room left: `adds` to the store; `changes` a little, but may be repeated without end; `precedes` a
 * deletion; or `deletes`, or keeps the store in order. `needs`: the members that the first argument must have; `null`:
 * it is a text or a list itself; `false`: there is none.
 */
export const PORT_METHODS = {
  assets: {
    insert: {
      verb: 'insert',
      room: 'adds',
      needs: { tenant: true, assets: true, keyId: true, quota: true },
    },
    get: { verb: null, needs: {} },
    list: { verb: null, needs: { tenant: true, trashed: true, from: true, limit: true } },
    update: {
      verb: 'update',
      room: 'adds',
      needs: { tenant: true, id: true, changes: true },
    },
    move: {
      verb: 'move',
      room: 'changes',
      needs: { tenant: true, ids: true, folderId: true },
    },
    tag: {
      verb: 'tag',
      room: 'adds',
      needs: { tenant: true, ids: true, add: true, remove: true },
    },
    setFavourite: {
      verb: 'setFavourite',
      room: 'changes',
      needs: { tenant: true, ids: true, isFavourite: true },
    },
    keep: { verb: 'keep', room: 'changes', needs: { tenant: true, ids: true } },
    addVariants: {
      verb: 'addVariants',
      room: 'adds',
      needs: { tenant: true, id: true, variants: true, failed: true },
    },
    removeVariants: {
      verb: 'removeVariants',
      room: 'deletes',
      needs: { tenant: true, id: true, blobKeys: true },
    },
    setTrashed: {
      verb: 'setTrashed',
      room: 'precedes',
      needs: { tenant: true, ids: true, to: true },
    },
    purge: { verb: 'purge', room: 'deletes', needs: {} },
    listAll: { verb: null, needs: { afterId: true, limit: true } },
    usage: { verb: null, needs: null },
    usageOf: { verb: null, needs: { tenant: true, parts: true } },
    listKey: { verb: null, needs: null },
    listTenants: { verb: null, needs: { after: true, limit: true } },
  },
  folders: {
    create: {
      verb: 'createFolder',
      room: 'adds',
      needs: { tenant: true, id: true, name: true, parentId: true },
    },
    get: { verb: null, needs: { tenant: true, id: true } },
    list: { verb: null, needs: { tenant: true, offset: true, limit: true } },
    usage: { verb: null, needs: { tenant: true, ids: true } },
    update: {
      verb: 'updateFolder',
      room: 'adds',
      needs: { tenant: true, id: true, changes: true },
    },
    delete: { verb: 'deleteFolder', room: 'deletes', needs: { tenant: true, id: true } },
  },
  owners: {
    attach: {
      verb: 'attach',
      room: 'adds',
      needs: { tenant: true, ids: true, owner: true },
    },
    set: {
      verb: 'setAttached',
      room: 'adds',
      needs: { tenant: true, ids: true, owner: true, unowned: true },
    },
    detach: {
      verb: 'detach',
      room: 'deletes',
      needs: { tenant: true, ids: true, owner: true, unowned: true },
    },
    detachAll: {
      verb: 'detachAll',
      room: 'deletes',
      needs: { tenant: true, owner: true, unowned: true },
    },
    list: { verb: null, needs: { tenant: true, owner: true } },
    ownersOf: { verb: null, needs: { tenant: true, id: true, after: true, limit: true } },
  },
  apiKeys: {
    // A deletion may need a new key.
    create: {
      verb: 'createKey',
      room: 'precedes',
      needs: {
        tenant: true,
        id: true,
        name: true,
        permissions: true,
        createdAt: true,
        lastUsedAt: true,
        expiresAt: true,
        revokedAt: true,
        secretHash: true,
      },
    },
    get: { verb: null, needs: null },
    list: { verb: null, needs: null },
    page: { verb: null, needs: { tenant: true, offset: true, limit: true } },
    update: {
      verb: 'updateKey',
      room: 'deletes',
      needs: { tenant: true, id: true, changes: true },
    },
  },
  tickets: {
    create: {
      verb: 'createTicket',
      room: 'adds',
      needs: {
        tenant: true,
        id: true,
        createdBy: true,
        keyId: true,
        files: true,
        bytes: true,
        folderId: true,
        tags: true,
        metadata: true,
        pendingHours: true,
        allow: true,
        secretHash: true,
        lifetime: true,
      },
    },
    get: { verb: null, needs: null },
    revoke: { verb: 'revokeTicket', room: 'deletes', needs: { tenant: true, id: true } },
  },
  uploads: UPLOAD_METHODS as typeof UPLOAD_METHODS,
  versions: {
    replace: {
      verb: 'replaceContent',
      room: 'adds',
      needs: {
        tenant: true,
        id: true,
        version: true,
        grace: true,
        content: true,
        keyId: true,
        quota: true,
      },
    },
    restore: {
      verb: 'restoreVersion',
      room: 'adds',
      needs: { tenant: true, id: true, version: true, grace: true, versionId: true },
    },
    list: { verb: null, needs: null },
    get: { verb: null, needs: null },
    listAll: { verb: null, needs: { afterId: true, limit: true } },
    prune: { verb: 'pruneVersions', room: 'deletes', needs: {} },
  },
  blobs: {
    reserve: { verb: 'reserve', room: 'adds', needs: null },
    claim: { verb: 'claim', room: 'deletes', needs: {} },
    recordDeletions: {
      verb: 'recordDeletions',
      room: 'deletes',
      needs: { deleted: true, retryAfter: true },
    },
    filterOrphans: { verb: null, needs: null },
  },
  leases: {
    acquire: {
      verb: 'acquireLease',
      room: 'deletes',
      needs: { name: true, holder: true, duration: true },
    },
    release: { verb: 'releaseLease', room: 'deletes', needs: { name: true, holder: true } },
  },
  sweeps: {
    record: { verb: 'recordSweep', room: 'deletes', needs: { tolerance: true } },
    pruneExpired: {
      verb: 'pruneExpired',
      room: 'deletes',
      needs: { purgedFor: true, limit: true },
    },
  },
  audit: {
    list: { verb: null, needs: { tenant: true, order: true, after: true, limit: true } },
    prune: { verb: 'pruneAudit', room: 'deletes', needs: { olderThan: true, limit: true } },
  },
  jobs: {
    enqueue: { verb: 'enqueueJobs', room: 'adds', needs: { tenant: true, jobs: true } },
    // What is claimed is deleted when it is done.
    claim: {
      verb: 'claimJobs',
      room: 'deletes',
      needs: { kinds: true, limit: true, lease: true },
    },
    renew: { verb: 'renewJobs', room: 'deletes', needs: { jobs: true, lease: true } },
    complete: { verb: 'completeJobs', room: 'deletes', needs: { jobs: true } },
    fail: {
      verb: 'failJob',
      room: 'deletes',
      needs: { id: true, fence: true, error: true, retryIn: true },
    },
    proceed: {
      verb: 'proceedJob',
      room: 'deletes',
      needs: { id: true, fence: true, payload: true, delay: true, error: true },
    },
    release: { verb: 'releaseJobs', room: 'deletes', needs: { jobs: true } },
    nextDue: { verb: null, needs: { kinds: true } },
    version: { verb: null, needs: false },
    list: { verb: null, needs: { after: true, limit: true } },
    get: { verb: null, needs: { id: true } },
    retry: { verb: 'retryJobs', room: 'changes', needs: { ids: true } },
    discard: { verb: 'discardJobs', room: 'deletes', needs: { ids: true } },
    prune: { verb: 'pruneJobs', room: 'deletes', needs: { olderThan: true, limit: true } },
  },
  webhooks: {
    create: {
      verb: 'createWebhook',
      room: 'adds',
      needs: {
        id: true,
        tenant: true,
        url: true,
        types: true,
        filter: true,
        state: true,
        position: true,
        secrets: true,
        limit: true,
      },
    },
    get: { verb: null, needs: { tenant: true, id: true } },
    list: { verb: null, needs: { after: true, limit: true } },
    // It records what was delivered: otherwise all is sent again and again.
    change: {
      verb: 'changeWebhook',
      room: 'precedes',
      needs: { tenant: true, id: true, revision: true, changes: true },
    },
    delete: {
      verb: 'deleteWebhook',
      room: 'deletes',
      needs: { tenant: true, id: true, limit: true },
    },
    waiting: { verb: null, needs: { webhookId: true, after: true, limit: true } },
    late: { verb: null, needs: { waitedFor: true, after: true, limit: true } },
    deliveries: {
      verb: null,
      needs: { tenant: true, webhookId: true, before: true, limit: true },
    },
    delivery: { verb: null, needs: { tenant: true, webhookId: true, id: true } },
    prune: { verb: 'pruneDeliveries', room: 'deletes', needs: { olderThan: true, limit: true } },
  },
  events: {
    since: { verb: null, needs: { tenant: true, after: true, limit: true } },
    find: { verb: null, needs: { tenant: true, id: true } },
    latest: { verb: null, needs: { tenant: true } },
    prune: {
      verb: 'pruneEvents',
      room: 'deletes',
      needs: { olderThan: true, after: true, limit: true },
    },
    tidy: { verb: 'tidyEvents', room: 'deletes', needs: { limit: true } },
  },
  erasures: {
    begin: { verb: 'beginErasure', room: 'deletes', needs: null },
    step: { verb: 'eraseStep', room: 'deletes', needs: { tenant: true, limit: true } },
    end: { verb: 'endErasure', room: 'deletes', needs: { tenant: true } },
    scrub: { verb: 'scrub', room: 'deletes', needs: false },
  },
} as const
