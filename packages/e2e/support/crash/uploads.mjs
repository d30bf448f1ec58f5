import { setTimeout as sleep } from 'node:timers/promises'
import { contentOf, inChunks } from './content.mjs'
import { CONTESTED } from './shelf.mjs'

const SMALL = 20_000
const LARGE = [300_000, 1_500_000]

/** The verbs that upload. */
export function createUploads({ store, journal, random, shelf, keys, picture, label }) {
  let count = 0

  function newFile({ large = false, contested = false } = {}) {
    count += 1
    const token = `${contested ? CONTESTED : ''}${label}-${count}`
    const size = large ? random.between(...LARGE) : random.between(0, SMALL)
    const shown = picture !== null && !large && random.chance(0.3)
    const content = contentOf(token, size, shown ? picture : null)
    return { token, name: `${token}.${shown ? 'png' : 'txt'}`, contested, ...content }
  }

  /** What the journal says of an upload before: enough to know it again, whole or in parts. */
  const filesOf = (files) =>
    files.map(({ token, name, size, sha256, contested }) => ({
      token,
      name,
      size,
      sha256,
      contested,
    }))

  async function upload(files, work, more = {}) {
    const assets = await journal.act(
      { verb: 'upload', files: filesOf(files), ...more },
      work,
      (stored) => ({ assets: stored }),
    )
    for (const asset of assets ?? []) {
      if (asset.name.startsWith(CONTESTED)) shelf.add(asset)
      else shelf.putBack([asset])
    }
  }

  const one = (file, options = {}) =>
    upload(
      [file],
      async () => [await store.upload(file.bytes, { name: file.name, ...options })],
      options.principal && { revoked: options.revoked },
    )

  const asPrincipal = ({ id, tenant, permissions }) => ({ kind: 'key', id, tenant, permissions })

  return {
    upload: () => one(newFile()),
    contestedUpload: () => one(newFile({ contested: true })),

    large() {
      const file = newFile({ large: true })
      return upload([file], async () => [
        await store.upload(inChunks(file.bytes), { name: file.name, sha256: file.sha256 }),
      ])
    },

    many() {
      const files = Array.from({ length: random.between(2, 5) }, () =>
        newFile({ large: random.chance(0.1) }),
      )
      return upload(
        files,
        () => store.uploadMany(files.map(({ name, bytes }) => ({ name, source: inChunks(bytes) }))),
        { kind: 'many' },
      )
    },

    /** Given up on at any moment: before its end, at the commit, or too late. */
    async abort() {
      const files = [newFile({ large: random.chance(0.5) })]
      if (random.chance(0.3)) files.push(newFile())
      const control = new AbortController()
      const pause = () => sleep(1)
      const timer = setTimeout(() => control.abort(), random.between(0, 25))
      await upload(
        files,
        () =>
          store.uploadMany(
            files.map(({ name, bytes }) => ({ name, source: inChunks(bytes, pause) })),
            { signal: control.signal },
          ),
        { kind: 'abort' },
      )
      clearTimeout(timer)
    },

    async byKey() {
      const key = random.pick(keys)
      if (key) await one(newFile(), { principal: asPrincipal(key), revoked: 'perhaps' })
    },

    /** The insert itself refuses a key that was revoked. */
    async byRevokedKey() {
      const [key] = keys.splice(0, 1)
      if (key === undefined) return
      const revoked = await journal.act({ verb: 'revokeKey', key: key.id }, () =>
        store.keys.revoke(key.id),
      )
      if (revoked !== null) {
        await one(newFile(), { principal: asPrincipal(key), revoked: 'surely' })
      }
    },
  }
}
