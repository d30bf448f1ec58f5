import { tokenOf } from '../load/content.mjs'
import { EFFECTS, entryOf } from './effects.mjs'
import { judge } from './judge.mjs'
import { createTally } from './tally.mjs'

/** `uploadOnce`: of all that bring the same, one is stored, and the others are answered with it or refused. */
const UPLOADS = ['upload', 'uploadOnce']

/**
 * What was sent, acknowledged, refused and of unknown outcome, from the journals of the clients; and so what must be in
 * the store. Assets are known by the token in their name. `tally` counts over several ledgers when it is given. With
 * `areMoved`, assets change their folders, which another ledger judges.
 */
export function createLedger(tally = createTally(), { areMoved = false } = {}) {
  /** By token: entries (see `entryOf`) of the assets that must be there. */
  const assets = new Map()
  /** By token: what is known of the records of purged assets, `null` when nothing is. */
  const purged = new Map()
  const lately = new Map()
  /** Tokens of uploads that were refused. */
  const refused = new Set()
  const keys = new Map()
  /** Operations of which all or nothing has happened. */
  const pending = []
  const failures = []
  const violations = []
  const open = new Map()

  const addAsset = (record, known = {}) => assets.set(tokenOf(record.name), entryOf(record, known))

  function forget(token) {
    const record = assets.get(token)?.record ?? null
    purged.set(token, record)
    lately.set(token, record)
    assets.delete(token)
  }

  function acknowledgeUpload({ files, revoked }, { assets: records }) {
    if (revoked === 'surely') violations.push(`${files[0].token}: stored for a revoked key`)
    if (records.length !== files.length) {
      violations.push(`${records.length} of ${files.length} files were acknowledged`)
    }
    for (const [index, { token, name, size, sha256, contested }] of files.entries()) {
      const record = records[index]
      const right = record?.name === name && record.size === size && record.sha256 === sha256
      if (!right) violations.push(`${token}: acknowledged as ${JSON.stringify(record)}`)
      else acknowledgeAsset(token, record, contested)
    }
  }

  function acknowledgeAsset(token, record, contested) {
    const { id } = assets.get(token)?.record ?? record
    if (id !== record.id) violations.push(`${token}: stored twice, as ${id} and ${record.id}`)
    else if (!assets.has(token)) addAsset(record, { contested })
  }

  function acknowledgeChange(intent, line) {
    const { verb, tokens = [], contested } = intent
    if (verb === 'createKey') keys.set(line.key, { token: line.token, revoked: false })
    if (verb === 'revokeKey') keys.set(intent.key, { ...keys.get(intent.key), revoked: true })
    for (const token of tokens) {
      const entry = assets.get(token)
      if (verb === 'purge') {
        if (!purged.has(token)) forget(token)
      } else if (verb === 'variant') entry?.variants.push(intent.variant)
      else if (!contested && EFFECTS[verb] !== undefined) {
        if (entry === undefined) violations.push(`${token}: ${verb} of an unknown asset`)
        else change(token, entry, intent, line)
      }
    }
  }

  function change(token, entry, intent, line) {
    const { sha256 } = { ...intent.content, ...line.record }
    if (sha256 !== intent.content?.sha256) violations.push(`${token}: acknowledged as ${sha256}`)
    const after = EFFECTS[intent.verb](entry, intent, line)
    if (after === null) forget(token)
    else assets.set(token, after)
  }

  function fail(intent, line) {
    const { outcome, code, why } = line
    tally.refuse(intent, line)
    if (outcome === 'wrong')
      failures.push(`${intent.as ?? intent.verb} failed with ${code}: ${why}`)
    if (intent.verb === 'upload') {
      if (outcome === 'unknown') pending.push(intent)
      else for (const { token } of intent.files) refused.add(token)
    } else if (outcome !== 'refused' && isJudged(intent)) pending.push(intent)
  }

  function settle(intent, line) {
    if (line.failed !== undefined) return fail(intent, line)
    tally.acknowledge(intent, line)
    if (UPLOADS.includes(intent.verb)) acknowledgeUpload(intent, line)
    else acknowledgeChange(intent, line)
  }

  /** Calls `settled` for every operation that has come to its end; `within` holds those that have not. */
  function read(line, within, settled) {
    if (line.n !== undefined) within.set(line.n, line)
    if (line.violation !== undefined) violations.push(line.violation)
    if (line.tried !== undefined) tally.refuse(within.get(line.tried), line)
    const number = line.done ?? line.failed
    if (number === undefined) return
    settled(within.get(number), line)
    within.delete(number)
  }

  return {
    tally,
    assets,
    keys,
    refused,
    failures,
    violations,
    /** Operations of unknown outcome. */
    pending: () => [...pending, ...open.values()],
    /** Tokens and records of what was purged since the last `adopt`, or `ever`. */
    purgedAssets: (ever = true) => (ever ? purged : lately),
    /** Takes note of an asset that was there before. */
    addAsset,
    /** Takes a line of a client that goes on. */
    hear: (line) => read(line, open, settle),
    /** Takes the journals of clients that have ended. Operations without an answer have an unknown outcome. */
    add(journals) {
      const operations = []
      for (const lines of journals) {
        const within = new Map()
        for (const line of lines) read(line, within, (...operation) => operations.push(operation))
        pending.push(...within.values())
        for (const _ of within) tally.cutOff()
      }
      // Another client may have changed what this one uploaded.
      operations.sort((a, b) => rank(a) - rank(b))
      for (const operation of operations) settle(...operation)
    },
    /** Compares with what was found, by token: `{ record, broken }`. */
    judge: (found) =>
      judge({ assets, purged, refused, areMoved, pending: [...pending, ...open.values()] }, found),
    /** Makes certain what is now known of the operations of unknown outcome. */
    adopt({ settled, gone }, found) {
      for (const { record, ...known } of settled.values()) addAsset(record, known)
      for (const token of [...assets.keys()]) if (!found.has(token)) assets.delete(token)
      for (const [token, record] of gone) purged.set(token, record)
      for (const list of [pending, failures, violations]) list.length = 0
      lately.clear()
    },
  }
}

function isJudged({ verb }) {
  return UPLOADS.includes(verb) || verb in EFFECTS
}

function rank([{ verb }, { done }]) {
  return UPLOADS.includes(verb) && done !== undefined ? 0 : 1
}
