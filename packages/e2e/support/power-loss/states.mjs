/**
 * What is promised of an asset: its `name`, its content (`file`: `{ size, sha256 }`), checksums of the contents that it had,
 * keys of the `blobs` that it must have, `owners`, each as text, and how many events of each type it has.
 */
export function newState({ name, file, blobs, pending = false }) {
  const marks = { isFavourite: false, trashed: false, gone: false }
  const told = { created: 1, updated: 0, replaced: 0, trashed: 0, restored: 0 }
  return { name, file, blobs, pending, ...marks, versions: [], owners: [], told }
}

/** The events with one more of a type, if something has changed. */
const more = (told, type, isChanged = true) => ({ ...told, [type]: told[type] + Number(isChanged) })

/** What a call makes of a state, as a function of it. */
export function changeOf(verb, intent) {
  return (state) => ({ ...state, ...CHANGES[verb](state, intent) })
}

/** An owner's field as text. */
export const ownerText = ({ type, id, field }) => `${type}/${id}/${field}`

const FATES = {
  keep: () => ({}),
  trash: ({ trashed, told }) => ({ trashed: true, told: more(told, 'trashed', !trashed) }),
  purge: () => ({ gone: true }),
}

const CHANGES = {
  trash: FATES.trash,
  restore: ({ trashed, told }) => ({ trashed: false, told: more(told, 'restored', trashed) }),
  purge: FATES.purge,
  update: (state, { changes }) => ({
    ...changes,
    told: more(
      state.told,
      'updated',
      Object.keys(changes).some((name) => state[name] !== changes[name]),
    ),
  }),
  variant: (_, { blobs }) => ({ blobs }),
  replaceContent: ({ versions, file, told }, { content, blobs = [] }) => ({
    file: content,
    blobs,
    told: more(told, 'replaced'),
    versions: [...versions, file.sha256].sort(),
  }),
  restoreVersion({ versions, file, told }, { content, blobs = [] }) {
    const left = versions.toSpliced(versions.indexOf(content.sha256), 1)
    const restored = [...left, file.sha256].sort()
    return { file: content, blobs, versions: restored, told: more(told, 'replaced') }
  },
  attach: ({ owners }, { owner }) => ({
    pending: false,
    owners: [...owners, ownerText(owner)].sort(),
  }),
  detachAll(state, { owner: { type, id }, unowned }) {
    const left = state.owners.filter((owner) => !owner.startsWith(`${type}/${id}/`))
    return { owners: left, ...(left.length === 0 && FATES[unowned](state)) }
  },
}
