import { emptyGroup, groupAfter, groupOf, isOwned, keyOf, textsOf } from '../owners/group.mjs'
import { judgeAttachments } from '../owners/judge.mjs'

/** What was acknowledged of groups of owners and their assets, from the journals of killed clients. */
export function createOwnerLedger() {
  /** By name: the group as last acknowledged. */
  const groups = new Map()
  /** By the name of a group: its last operation, of which all or nothing has happened. */
  const open = new Map()

  const known = (name) => groups.get(name) ?? emptyGroup()

  function judgeGroup(name, found, { lost, half }) {
    const before = textsOf(known(name))
    const is = textsOf(found)
    const intent = open.get(name)
    if (intent !== undefined && !isSame(is, before)) {
      const after = textsOf(groupAfter(known(name), intent))
      if (!isSame(is, after)) {
        half.push(`${name}: ${intent.verb} of ${Object.values(before)} made ${Object.values(is)}`)
      }
      return
    }
    const differs = (what, words) => {
      if (before[what] === is[what]) return
      lost.push(`${name}: ${words} ${before[what]}, but now ${is[what]}`)
    }
    differs('attached', 'attached as')
    differs('states', 'kept and trashed as')
  }

  return {
    /** Takes the journals of clients that have ended. */
    add(journals) {
      for (const lines of journals) {
        const within = new Map()
        for (const line of lines) {
          if (line.n !== undefined && line.group !== undefined) within.set(line.n, line)
          const intent = within.get(line.done ?? line.failed)
          if (intent === undefined) continue
          within.delete(line.done ?? line.failed)
          const { group } = intent
          if (line.done !== undefined) groups.set(group, groupAfter(known(group), intent))
          else if (line.outcome !== 'refused') open.set(group, intent)
        }
        for (const intent of within.values()) open.set(intent.group, intent)
      }
    },
    /** Compares with the rows of `readOwners` and the assets found, by token. `lost` and `half`: sentences. */
    judge(rows, found) {
      const verdict = { lost: [], half: [] }
      for (const [what, broken] of Object.entries(judgeAttachments(rows))) {
        if (broken.length > 0) verdict.half.push(`${what} in the attachments: ${broken.length}`)
      }
      const there = groupsOf(rows, found)
      for (const name of new Set([...groups.keys(), ...open.keys(), ...there.keys()])) {
        judgeGroup(name, there.get(name) ?? emptyGroup(), verdict)
      }
      return verdict
    },
    /** Makes certain what was found. */
    adopt(rows, found) {
      groups.clear()
      open.clear()
      for (const [name, group] of groupsOf(rows, found)) groups.set(name, group)
    },
  }
}

function isSame(one, other) {
  return one.attached === other.attached && one.states === other.states
}

function groupsOf({ attachments }, found) {
  const groups = new Map()
  const byId = new Map()
  const groupWith = (token) => {
    const name = groupOf(token)
    if (!groups.has(name)) groups.set(name, emptyGroup())
    return groups.get(name)
  }
  for (const [token, { record }] of found) {
    if (!isOwned(record)) continue
    const { id, pendingUntil, trashedAt } = record
    byId.set(id, token)
    groupWith(token).assets[token] = {
      isPending: pendingUntil !== null,
      isTrashed: trashedAt !== null,
    }
  }
  for (const row of attachments.toSorted((one, other) => one.position - other.position)) {
    const token = byId.get(row.asset_id)
    if (token === undefined) continue
    const { fields } = groupWith(token)
    const key = keyOf({ type: row.owner_type, id: row.owner_id, field: row.field })
    fields[key] = [...(fields[key] ?? []), token]
  }
  return groups
}
