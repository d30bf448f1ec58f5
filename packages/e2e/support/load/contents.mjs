import { setTimeout as sleep } from 'node:timers/promises'
import { inChunks, tokenOf } from './content.mjs'
import { createUpload } from './upload.mjs'

/** Bytes of a content that waits in a file before it is stored. */
const STAGED = 300_000
/** Marks the names of copies, whose bytes are those of another asset. */
const COPIER = { kind: 'external', id: 'copier', tenant: 'default', permissions: [] }

/** The verbs that give assets other bytes, and copy them. An asset is taken off the shelf meanwhile. */
export function createContentVerbs({ store, journal, random, shelf, files, label }) {
  let copies = 0

  /** `work` resolves to the record as it is then. */
  async function change(asset, verb, { sha256, size }, work) {
    const token = tokenOf(asset.name)
    shelf.replaced.add(token)
    const { outcome, value } = await journal.act(
      { verb, tokens: [token], content: { sha256, size }, expects: ['AbortError'] },
      work,
      { summary: (record) => ({ record }) },
    )
    if (outcome === 'refused') shelf.putBack([asset])
    if (outcome === 'done') shelf.putBack([{ ...value }])
  }

  return {
    /** Sometimes given up at any moment: before the end of the bytes, at the commit, or too late. */
    async replaceContent() {
      const [asset] = shelf.take('active', 1)
      if (asset === undefined) return
      const isGivenUp = random.chance(0.2)
      const content = files.newFile(random.chance(0.1) ? STAGED : 'small')
      const { bytes, sha256 } = content
      const control = new AbortController()
      const timer = isGivenUp && setTimeout(() => control.abort(), random.between(0, 25))
      const source = isGivenUp ? inChunks(bytes, () => sleep(1)) : bytes
      const options = { sha256, signal: control.signal }
      await change(asset, 'replaceContent', content, () =>
        store.versions.replace(asset.id, source, options),
      )
      clearTimeout(timer)
    },
    async restoreVersion() {
      const mayHaveSome = ({ name }) => shelf.replaced.has(tokenOf(name))
      const [asset] = shelf.take('active', 1, random.chance(0.7) ? mayHaveSome : undefined)
      if (asset === undefined) return
      const { value } = await journal.act({ verb: 'versions' }, () => store.versions.list(asset.id))
      const version = random.pick(value ?? [])
      if (version === undefined) return shelf.putBack([asset])
      await change(asset, 'restoreVersion', version, () =>
        store.versions.restore(asset.id, version.id),
      )
    },
    /** Its folder may be deleted meanwhile. */
    async copy() {
      const [asset] = shelf.take('active', 1)
      if (asset === undefined) return
      copies += 1
      const token = `${label}-copy${copies}`
      const name = `${token}.${asset.extension}`
      const { size, sha256 } = asset
      const upload = () => store.copy(asset.id, { name, principal: COPIER })
      const act = createUpload({ client: { upload: async () => [await upload()] }, journal, shelf })
      const intent = { as: 'copy', expects: ['folder_not_found'] }
      await act([{ token, name, size, sha256, contested: false }], { intent })
      shelf.putBack([asset])
    },
  }
}
