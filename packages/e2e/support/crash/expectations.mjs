import { createJudgement } from './judgement.mjs'

/** Refusals that an operation may meet, because of what it is or because others are at the same asset. */
function isExpected(intent, code) {
  if (intent.kind === 'abort') return code === 'AbortError'
  if (intent.revoked !== undefined) return code === 'key_revoked'
  if (intent.contested) return ['asset_not_found', 'not_trashed', 'file_not_found'].includes(code)
  if (intent.verb === 'variant') return code === 'file_not_found'
  return intent.fluid === true && ['asset_not_found', 'file_not_found'].includes(code)
}

/** What an operation makes of what an asset was; `null`: it is gone. */
const EFFECTS = {
  trash: (entry) => ({ ...entry, trashed: true }),
  restore: (entry) => ({ ...entry, trashed: false }),
  purge: () => null,
  update: (entry, { changes }) => ({ ...entry, ...changes }),
}

/**
 * What must be in a store, from what its workers said: after each kill what was acknowledged is certain, and
 * what was under way may have happened or not, but never in part.
 */
export function createExpectations(counts) {
  /** By token: `{ record, contested, trashed, name, isFavourite, variants }`. */
  const assets = new Map()
  /** By token, of assets purged for certain: their records. */
  const purged = new Map()
  const lately = new Map()
  const refused = new Set()
  const keys = new Map()
  let pending = []
  let problems = []

  function count(where, name) {
    counts[where][name] = (counts[where][name] ?? 0) + 1
  }

  function addAsset(record, contested) {
    assets.set(record.name.split('.')[0], {
      record,
      contested,
      trashed: record.trashedAt !== null,
      name: record.name,
      isFavourite: record.isFavourite,
      variants: record.variants.map(({ name }) => name),
    })
  }

  function forget(token, record) {
    purged.set(token, record)
    lately.set(token, record)
    assets.delete(token)
  }

  function acknowledgeUpload({ files, revoked }, { assets: records }) {
    if (revoked === 'surely') problems.push(`${files[0].token}: stored for a key that was revoked`)
    for (const [index, { token, name, size, sha256, contested }] of files.entries()) {
      const record = records[index]
      const right = record?.name === name && record.size === size && record.sha256 === sha256
      if (!right) problems.push(`${token}: acknowledged as ${JSON.stringify(record)}`)
      else addAsset(record, contested)
    }
  }

  function acknowledgeOther(intent, line) {
    const { verb, tokens = [] } = intent
    if (verb === 'createKey') keys.set(line.key, { token: line.token, revoked: false })
    if (verb === 'revokeKey') keys.set(intent.key, { ...keys.get(intent.key), revoked: true })
    for (const token of tokens) {
      const entry = assets.get(token)
      if (verb === 'purge') {
        if (!purged.has(token)) forget(token, entry?.record ?? null)
      } else if (verb === 'variant' && entry !== undefined) {
        entry.variants.push(intent.variant)
      } else if (!intent.contested && EFFECTS[verb] !== undefined) {
        assets.set(token, EFFECTS[verb](entry, intent))
      }
    }
  }

  function refuse(intent, { code, why }) {
    count('refused', typeof code === 'string' ? code : 'AbortError')
    if (!isExpected(intent, typeof code === 'string' ? code : 'AbortError')) {
      problems.push(`${intent.verb} failed with ${code}: ${why}`)
    }
    if (code === 'outcome_unknown') pending.push(intent)
    else if (intent.verb === 'upload') for (const { token } of intent.files) refused.add(token)
  }

  /** One after the other what a worker did, in the order in which it said so. */
  function* operationsOf(lines) {
    const open = new Map()
    for (const line of lines) {
      if (line.n !== undefined) open.set(line.n, line)
      if (line.violation !== undefined) problems.push(line.violation)
      const number = line.done ?? line.failed
      if (number === undefined) continue
      yield { intent: open.get(number), line }
      open.delete(number)
    }
    for (const intent of open.values()) yield { intent, line: null }
  }

  return {
    keys,
    /** Tokens and records of what was purged since the last comparison, or ever. */
    purgedAssets: (ever) => (ever ? purged : lately),
    /** Takes in what the workers of one round said, all of them dead by now. */
    add(journals) {
      const operations = journals.flatMap((lines) => [...operationsOf(lines)])
      // Another worker may have changed what this one uploaded.
      operations.sort((a, b) => rank(a) - rank(b))
      for (const { intent, line } of operations) {
        if (line === null) {
          pending.push(intent)
          counts.underWay += 1
        } else if (line.failed !== undefined) refuse(intent, line)
        else {
          count('acknowledged', intent.contested ? `${intent.verb} (contested)` : intent.verb)
          if (intent.verb === 'upload') acknowledgeUpload(intent, line)
          else acknowledgeOther(intent, line)
        }
      }
    },
    /** Compares with what was found; `adopt` of the answer makes what was found the expectation. */
    judge(found) {
      const world = { assets, purged, refused, pending, effects: EFFECTS }
      const judgement = createJudgement(world, found)
      return {
        ...judgement,
        problems,
        adopt() {
          judgement.settle(addAsset)
          pending = []
          problems = []
          lately.clear()
        },
      }
    },
  }
}

function rank({ intent, line }) {
  return intent.verb === 'upload' && line?.done !== undefined ? 0 : 1
}
