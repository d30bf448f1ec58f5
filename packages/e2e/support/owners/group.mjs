import { tokenOf } from '../load/content.mjs'

/** The token of an asset of a group begins so, with the name of the group. */
const OWNED = 'owned-'

/** Whether an asset is one of a group: nothing else may change it. */
export const isOwned = (asset) => tokenOf(asset.name).startsWith(OWNED)

/** The name of a new group: `number` of those of a client. */
export const groupName = (label, number) => `${OWNED}${label}-${number}`

/** The group of an asset, by its token. */
export const groupOf = (token) => token.slice(0, token.lastIndexOf('-'))

/**
 * Owners, and the assets that belong to them and to no others: `assets` by token (`{ isPending, isTrashed }`), `fields` with
 * the tokens that are attached, in their order, by `keyOf` an owner's field.
 */
export const emptyGroup = () => ({ assets: {}, fields: {} })

export const keyOf = ({ type, id, field }) => JSON.stringify([type, id, field])

/** The group after an operation, told as a journal does. */
export function groupAfter(group, intent) {
  return AFTER[intent.verb](group, intent)
}

/** Tokens that belong to the owner and to no other, in no order. */
export function onlyOwnedBy({ fields }, owner) {
  const [own, others] = [new Set(), new Set()]
  for (const [key, tokens] of Object.entries(fields)) {
    for (const token of tokens) (isOf(key, owner) ? own : others).add(token)
  }
  return [...own].filter((token) => !others.has(token))
}

/** What is attached, and which assets are pending or trashed: texts that are the same for groups that are alike. */
export function textsOf({ assets, fields }) {
  const sorted = (entries) => entries.sort(([one], [other]) => (one < other ? -1 : 1))
  const some = Object.entries(fields).filter(([, tokens]) => tokens.length > 0)
  const all = Object.entries(assets).map(([token, { isPending, isTrashed }]) => [
    token,
    isPending ? 'pending' : 'kept',
    isTrashed ? 'trashed' : 'active',
  ])
  return { attached: JSON.stringify(sorted(some)), states: JSON.stringify(sorted(all)) }
}

const AFTER = {
  upload: (group, { files, pending }) =>
    changed(
      group,
      files.map(({ token }) => token),
      { isPending: pending, isTrashed: false },
    ),
  keep: (group, { tokens }) => changed(group, tokens, { isPending: false }),
  restore: (group, { tokens }) => changed(group, tokens, { isTrashed: false }),
  attach(group, { tokens, owner }) {
    const key = keyOf(owner)
    const before = group.fields[key] ?? []
    const fresh = tokens.filter((token) => !before.includes(token))
    const fields = { ...group.fields, [key]: [...before, ...fresh] }
    return changed({ ...group, fields }, tokens, { isPending: false })
  },
  detach(group, { tokens, owner }) {
    const key = keyOf(owner)
    const left = (group.fields[key] ?? []).filter((token) => !tokens.includes(token))
    return { ...group, fields: { ...group.fields, [key]: left } }
  },
  detachAll(group, { owner, unowned }) {
    const tokens = onlyOwnedBy(group, owner)
    const kept = Object.entries(group.fields).filter(([key]) => !isOf(key, owner))
    const left = { ...group, fields: Object.fromEntries(kept) }
    if (unowned === 'trash') return changed(left, tokens, { isTrashed: true })
    if (unowned === 'keep') return left
    const assets = Object.entries(group.assets).filter(([token]) => !tokens.includes(token))
    return { ...left, assets: Object.fromEntries(assets) }
  },
}

function changed({ assets, fields }, tokens, changes) {
  const after = tokens.map((token) => [token, { ...assets[token], ...changes }])
  return { fields, assets: { ...assets, ...Object.fromEntries(after) } }
}

function isOf(key, { type, id }) {
  const [ownType, ownId] = JSON.parse(key)
  return ownType === type && ownId === id
}
