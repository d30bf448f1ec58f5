/**
 * What is promised of an asset: its `name`, its content (`file`: `{ size, sha256 }`), checksums of the contents that it had,
 * keys of the `blobs` that it must have, and `owners`, each as text.
 */
export function newState({ name, file, blobs, pending = false }) {
  const marks = { isFavourite: false, trashed: false, gone: false }
  return { name, file, blobs, pending, ...marks, versions: [], owners: [] }
}

/** What a call makes of a state, as a function of it. */
export function changeOf(verb, intent) {
  return (state) => ({ ...state, ...CHANGES[verb](state, intent) })
}

/** An owner's field as text. */
export const ownerText = ({ type, id, field }) => `${type}/${id}/${field}`

const FATES = { keep: {}, trash: { trashed: true }, purge: { gone: true } }

const CHANGES = {
  trash: () => ({ trashed: true }),
  restore: () => ({ trashed: false }),
  purge: () => ({ gone: true }),
  update: (_, { changes }) => changes,
  variant: (_, { blobs }) => ({ blobs }),
  replaceContent: ({ versions, file }, { content, blobs = [] }) => ({
    file: content,
    blobs,
    versions: [...versions, file.sha256].sort(),
  }),
  restoreVersion({ versions, file }, { content, blobs = [] }) {
    const left = versions.toSpliced(versions.indexOf(content.sha256), 1)
    return { file: content, blobs, versions: [...left, file.sha256].sort() }
  },
  attach: ({ owners }, { owner }) => ({
    pending: false,
    owners: [...owners, ownerText(owner)].sort(),
  }),
  detachAll({ owners }, { owner: { type, id }, unowned }) {
    const left = owners.filter((owner) => !owner.startsWith(`${type}/${id}/`))
    return { owners: left, ...(left.length === 0 && FATES[unowned]) }
  },
}
