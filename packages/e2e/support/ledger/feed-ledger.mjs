import { tokenOf } from '../load/content.mjs'
import { CONTESTED } from '../load/files.mjs'
import { isOnce } from '../load/once.mjs'
import { COUNTED, changesOf, idsOf } from './feed-changes.mjs'

/** What an event tells of its asset that a record must have too. */
const SAME = ['name', 'isFavourite', 'sha256', 'folderId', 'pendingUntil']
/** In place of an id that nobody was told. */
const UNKNOWN = 'unknown'
const STATES = {
  'asset.created': [['none'], 'active'],
  'asset.trashed': [['active'], 'trashed'],
  'asset.restored': [['trashed'], 'active'],
  // Those whose last owner goes need not be in the trash.
  'asset.purged': [['active', 'trashed'], 'purged'],
}

/**
 * What the change feed must tell, from the journals of killed clients. Each acknowledged change has one event, in the order
 * of the changes of its client; no other change has one; the events of an asset, one after the other, lead to its record; and
 * what was told stays told. Without `areClientsKnown` only the last two.
 */
export function createFeedLedger({ areClientsKnown = true } = {}) {
  /** Ids of the events so far, in their order. */
  let told = []
  /** By id of an asset, as of its last event: `{ state, asset }`. */
  let states = new Map()
  const tokens = new Map()
  const journals = []

  function judge(feed, found) {
    const verdict = { lost: [], half: [], states: new Map(states) }
    judgeTold(feed, verdict)
    const news = feed.slice(told.length)
    for (const event of news) follow(event, verdict)
    judgeStates(found, verdict)
    if (!areClientsKnown) return verdict
    const positions = positionsOf(news)
    const changes = journals.map(changesOf)
    countEvents(changes.flat(), positions, verdict)
    for (const own of changes) judgeOrder(own, positions, verdict)
    return verdict
  }

  function judgeTold(feed, { lost, half }) {
    const ids = new Set(feed.map(({ id }) => id))
    if (ids.size < feed.length) half.push('the feed has an event twice')
    const gone = told.filter((id) => !ids.has(id))
    for (const id of gone) lost.push(`the event ${id} was told, but is not in the feed`)
    const left = told.filter((id) => ids.has(id))
    const isMoved = left.some((id, index) => feed[index].id !== id)
    if (isMoved) half.push('the feed tells in another order what it told before')
  }

  /** Takes the asset of an event to its next state. */
  function follow({ type, assetId, data }, { half, states: next }) {
    if (assetId === null) return
    const { state, asset } = next.get(assetId) ?? { state: 'none', asset: null }
    const [before, after] = STATES[type] ?? [['active', 'trashed'], state]
    if (!before.includes(state)) half.push(`${type} of ${assetId}, which is ${state}`)
    const isWhole = data?.asset !== undefined && data.truncated !== true
    next.set(assetId, { state: after, asset: isWhole ? data.asset : asset })
    if (isWhole) tokens.set(tokenOf(data.asset.name), assetId)
  }

  function judgeStates(found, { lost, half, states: next }) {
    const left = new Map([...next].filter(([, { state }]) => state !== 'purged'))
    for (const [token, { record }] of found) {
      const { state, asset } = left.get(record.id) ?? {}
      left.delete(record.id)
      const wanted = record.trashedAt === null ? 'active' : 'trashed'
      if (state !== wanted) lost.push(`${token}: is ${wanted}, but was last told as ${state}`)
      const others = SAME.filter((name) => asset && asset[name] !== record[name])
      if (others.length > 0) lost.push(`${token}: the feed last told another ${others}`)
    }
    for (const [id, { state }] of left) half.push(`${id} is gone, but was last told as ${state}`)
  }

  /** By type and subject: where the events are. */
  function positionsOf(events) {
    const positions = new Map()
    for (const [index, { type, assetId, data }] of events.entries()) {
      const subject = assetId ?? data?.key?.id ?? data?.folder?.id
      const name = `${type} ${subject}`
      positions.set(name, [...(positions.get(name) ?? []), index])
    }
    return positions
  }

  const nameOf = ({ type, token, subject }) => `${type} ${subject ?? tokens.get(token) ?? UNKNOWN}`

  function countEvents(changes, positions, { lost, half }) {
    const counts = new Map()
    for (const change of changes) {
      const name = nameOf(change)
      const { sure = 0, open = 0 } = counts.get(name) ?? {}
      counts.set(name, change.sure ? { sure: sure + 1, open } : { sure, open: open + 1 })
    }
    for (const [name, { sure }] of counts) {
      const there = positions.get(name)?.length ?? 0
      if (there < sure) lost.push(`${name}: ${sure} times acknowledged, ${there} times told`)
    }
    const free = freeIds()
    for (const [name, { length }] of positions) {
      const [type, subject] = name.split(' ')
      if (!COUNTED.has(type) || free.has(subject)) continue
      const { sure = 0, open = 0 } = counts.get(name) ?? {}
      const unnamed = counts.get(`${type} ${UNKNOWN}`)?.open ?? 0
      if (length > sure + open + unnamed) half.push(`${name}: told ${length} times, made ${sure}`)
    }
  }

  /** Assets that several lanes change at a time. */
  function freeIds() {
    const isFree = (token) => token.startsWith(CONTESTED) || isOnce({ name: `${token}.` })
    return new Set([...tokens].filter(([token]) => isFree(token)).map(([, id]) => id))
  }

  /** What had ended before another change of its client began must be told before it. */
  function judgeOrder(changes, positions, { half }) {
    const byName = new Map()
    for (const change of changes) {
      const name = nameOf(change)
      byName.set(name, [...(byName.get(name) ?? []), change])
    }
    const placed = [...byName].flatMap(([name, all]) => {
      const there = positions.get(name) ?? []
      if (all.length !== there.length || all.some(({ sure }) => !sure)) return []
      return all.map((change, index) => ({ ...change, name, position: there[index] }))
    })
    placed.sort((one, other) => one.position - other.position)
    let latest = null
    for (const change of placed) {
      if (latest !== null && change.ended < latest.begun) {
        half.push(`${latest.name} is told before ${change.name}, which had ended`)
      }
      if (latest === null || change.begun > latest.begun) latest = change
    }
  }

  return {
    /** Takes the journals of clients that have ended. */
    add(lists) {
      for (const lines of lists) {
        for (const [token, id] of idsOf(lines)) tokens.set(token, id)
        journals.push(lines)
      }
    },
    /** Compares with the whole feed, and with the assets found, by token. `lost` and `half`: sentences. */
    judge: (feed, found) => judge(feed, found),
    /** Makes certain what was found. */
    adopt(feed, found) {
      states = judge(feed, found).states
      told = feed.map(({ id }) => id)
      journals.length = 0
    },
  }
}
