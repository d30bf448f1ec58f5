import { emptyGroup, groupAfter, groupName, groupOf, keyOf, onlyOwnedBy } from '../owners/group.mjs'
import { contentOf, tokenOf } from './content.mjs'
import { promiseOf } from './files.mjs'

/** Groups that a client has in hand. */
const GROUPS = 5
/** About as many assets as a group keeps. */
const KEPT = 12
const OWNERS = 2
const FIELDS = ['cover', 'files']
const FATES = ['keep', 'trash', 'purge']
/** The longest that the store allows: in no check so much time passes that a sweep takes what is pending. */
const HOURS = 720

/**
 * The verbs of owners, on groups of owners and assets. A lane takes a whole group in hand, so that the order of what happens
 * to it is known. `groups`: those of `groupsOfStore`.
 */
export function createOwnerVerbs({ store, journal, random, label, groups }) {
  const { owners } = store
  let made = 0
  while (groups.length < GROUPS) {
    made += 1
    groups.push({ name: groupName(label, made), state: emptyGroup(), ids: new Map() })
  }
  let uploads = 0

  /** One whose last operation has an unknown outcome stays away. */
  async function withGroup(work) {
    const [group] = groups.splice(random.below(groups.length), 1)
    if (group === undefined) return
    if ((await work(group)) !== 'unknown') groups.push(group)
  }

  async function act(group, intent, work, options) {
    const { outcome, value } = await journal.act({ ...intent, group: group.name }, work, options)
    if (outcome === 'done') group.state = groupAfter(group.state, intent)
    return { outcome, value }
  }

  const ownerOf = ({ name }) => ({ type: 'post', id: `${name}/${random.below(OWNERS)}` })
  const placeOf = (group) => ({ ...ownerOf(group), field: random.pick(FIELDS) })
  const idsOf = ({ ids }, tokens) => tokens.map((token) => ids.get(token))
  const tokensThat = ({ state }, holds) =>
    Object.keys(state.assets).filter((token) => holds(state.assets[token]))

  /** On some assets of a group, if it has such. */
  const onSome = (verb, choose, work, more = () => ({})) =>
    withGroup(async (group) => {
      const intent = { verb, ...more(group) }
      const tokens = random.some(choose(group, intent), random.between(1, 4))
      if (tokens.length === 0) return
      const answer = await act(group, { ...intent, tokens }, () =>
        work(idsOf(group, tokens), intent),
      )
      return answer.outcome
    })

  const active = (group) => tokensThat(group, ({ isTrashed }) => !isTrashed)
  const withPlace = (group) => ({ owner: placeOf(group) })

  return {
    uploadPending: () =>
      withGroup(async (group) => {
        if (Object.keys(group.state.assets).length > KEPT) return
        const files = Array.from({ length: random.between(1, 3) }, () => {
          uploads += 1
          const token = `${group.name}-${label}n${uploads}`
          return { token, name: `${token}.txt`, contested: false, ...contentOf(token, 700) }
        })
        const isPending = random.chance(0.8)
        const intent = { verb: 'upload', as: 'upload pending', files: files.map(promiseOf) }
        const sources = files.map(({ name, bytes }) => ({ name, source: bytes }))
        const { outcome, value } = await act(
          group,
          { ...intent, pending: isPending },
          () => store.uploadMany(sources, { pending: isPending && { hours: HOURS } }),
          { summary: (assets) => ({ assets }) },
        )
        for (const { id, name } of value ?? []) group.ids.set(tokenOf(name), id)
        return outcome
      }),
    attach: () => onSome('attach', active, (ids, { owner }) => owners.add(ids, owner), withPlace),
    detach: () =>
      onSome(
        'detach',
        ({ state }, { owner }) => state.fields[keyOf(owner)] ?? [],
        (ids, { owner }) => owners.remove(ids, owner),
        withPlace,
      ),
    keep: () => onSome('keep', active, (ids) => store.select(ids).keep()),
    restoreOwned: () =>
      onSome(
        'restore',
        (group) => tokensThat(group, ({ isTrashed }) => isTrashed),
        (ids) => store.restore(ids),
      ),
    detachAll: () =>
      withGroup(async (group) => {
        const owner = ownerOf(group)
        const isFull = Object.keys(group.state.assets).length > KEPT
        const unowned = isFull ? 'purge' : random.pick(FATES)
        const tokens = onlyOwnedBy(group.state, owner)
        const { outcome, value } = await act(
          group,
          { verb: 'detachAll', as: `detachAll ${unowned}`, tokens, owner, unowned },
          () => owners.removeAll(owner, { unowned }),
        )
        const ids = idsOf(group, tokens)
        if (value !== undefined && value.unowned.toSorted().join() !== ids.sort().join()) {
          journal.violation(`${group.name}: ${value.unowned} belong to no owner, not ${ids}`)
        }
        return outcome
      }),
  }
}

/** The groups of these assets of a store as they are, those of which `isOurs` says so by their name. */
export async function groupsOfStore({ store, assets, isOurs }) {
  const groups = new Map()
  for (const { id, name, pendingUntil, trashedAt } of assets) {
    const token = tokenOf(name)
    const group = groupOf(token)
    if (!isOurs(group)) continue
    if (!groups.has(group)) groups.set(group, { name: group, state: emptyGroup(), ids: new Map() })
    const { state, ids } = groups.get(group)
    ids.set(token, id)
    state.assets[token] = { isPending: pendingUntil !== null, isTrashed: trashedAt !== null }
    for (const owner of await store.owners.of(id)) {
      state.fields[keyOf(owner)] = [...(state.fields[keyOf(owner)] ?? []), token]
    }
  }
  return [...groups.values()]
}
