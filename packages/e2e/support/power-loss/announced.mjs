import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { Readable } from 'node:stream'

const CHUNK = 64 * 1024

/**
 * The verbs of a store, each announced before it begins and after it was answered, as lines written to
 * `fd`. So the log of calls says what had been promised at each moment. `onAnnounced` hears how many
 * lines there are.
 */
export function createAnnounced(fd, onAnnounced) {
  let calls = 0
  let lines = 0

  async function announced(promise, work, promised = () => ({})) {
    calls += 1
    const call = `${process.pid}.${calls}`
    announce({ call, phase: 'begun', ...promise })
    try {
      const value = await work()
      announce({ call, phase: 'kept', ...promised(value) })
      return value
    } catch (error) {
      const phase = error.code === 'outcome_unknown' ? 'unknown' : 'refused'
      announce({ call, phase, why: String(error.code ?? error) })
      return null
    }
  }

  function announce(line) {
    writeSync(fd, `${JSON.stringify(line)}\n`)
    lines += 1
    onAnnounced(lines)
  }

  return {
    /** `null` when it was refused. */
    upload(store, name, bytes, options = {}) {
      const pending = options.pending !== undefined
      const promise = { verb: 'upload', pending, files: [{ name, ...digestOf(bytes) }] }
      const work = () => store.upload(arriving(bytes), { name, ...options })
      return announced(promise, work, (asset) => ({ assets: [blobsOf(asset)] }))
    },

    /** `between` runs before the last file is given. */
    uploadMany(store, files, { between } = {}) {
      async function* sources() {
        for (const [index, { name, bytes }] of files.entries()) {
          if (index === files.length - 1) await between?.()
          yield { name, source: arriving(bytes) }
        }
      }
      const promise = {
        verb: 'upload',
        files: files.map(({ name, bytes }) => ({ name, ...digestOf(bytes) })),
      }
      return announced(
        promise,
        () => store.uploadMany(sources()),
        (assets) => ({
          assets: assets.map(blobsOf),
        }),
      )
    },

    update: (store, id, changes) =>
      announced({ verb: 'update', ids: [id], changes }, () => store.update(id, changes)),
    trash: (store, ids) => announced({ verb: 'trash', ids }, () => store.trash(ids)),
    restore: (store, ids) => announced({ verb: 'restore', ids }, () => store.restore(ids)),
    purge: (store, ids) => announced({ verb: 'purge', ids }, () => store.purge(ids)),
    withVariant: (store, id, name) =>
      announced(
        { verb: 'variant', ids: [id] },
        () => store.variants.ensure(id, name),
        (asset) => ({
          blobs: blobsOf(asset).blobs,
        }),
      ),

    replaceContent: (store, id, bytes) =>
      announced(
        { verb: 'replaceContent', ids: [id], content: digestOf(bytes) },
        () => store.versions.replace(id, arriving(bytes)),
        blobsOf,
      ),
    restoreVersion: (store, id, { id: version, size, sha256 }) =>
      announced(
        { verb: 'restoreVersion', ids: [id], content: { size, sha256 } },
        () => store.versions.restore(id, version),
        blobsOf,
      ),

    attach: (store, ids, owner) =>
      announced({ verb: 'attach', ids, owner }, () => store.owners.add(ids, owner)),
    /** `ids` are those of all assets of the owner. */
    detachAll: (store, ids, owner, unowned) =>
      announced({ verb: 'detachAll', ids, owner, unowned }, () =>
        store.owners.removeAll(owner, { unowned }),
      ),

    /** `ids` are those of all assets that are in the store. */
    backup: (store, directory, ids) =>
      announced({ verb: 'backup', ids }, () => store.admin.backup({ directory })),

    enqueue: (store, kind, options) =>
      announced(
        { verb: 'enqueue' },
        () => store.jobs.enqueue(kind, {}, options),
        (job) => ({ job }),
      ),
    /** The handler of a job has come to its end: from now on it may be gone. */
    ranJob: (job) => announced({ verb: 'ran', job }, async () => {}),

    async key(store, name) {
      const made = await announced(
        { verb: 'key' },
        () => store.keys.create({ name }),
        ({ key }) => ({
          key: key.id,
        }),
      )
      return made.key
    },
    revoke: (store, id) =>
      announced(
        { verb: 'revoke', key: id },
        () => store.keys.revoke(id),
        () => ({ key: id }),
      ),
  }
}

/** As bytes come over a network: what is in memory already would never be staged. */
function arriving(bytes) {
  const chunks = []
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK))
  return Readable.from(chunks, { objectMode: false })
}

function digestOf(bytes) {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}

function blobsOf({ id, blobKey, variants }) {
  return { id, blobs: [blobKey, ...variants.map((variant) => variant.blobKey)] }
}
