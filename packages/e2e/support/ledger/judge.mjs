import { EFFECTS } from './effects.mjs'
import { isAsExpected, otherFacts, stateOf } from './expectation.mjs'

/**
 * Compares what a ledger knows with what was found. `lost`: what was acknowledged and does not hold. `half`: what can be
 * seen but must not, or only in part. `happened`: how many of the pending operations took effect. `settled`: by token,
 * `{ record, versions, contested }` of what is there and was uploaded; `gone`: by token, records that a pending purge took
 * away.
 */
export function judge({ assets, purged, refused, pending, areMoved = false }, found) {
  const lost = []
  const half = []
  const settled = new Map()
  const gone = new Map()
  const known = new Set()
  let happened = 0

  for (const [token, { record, broken }] of found) {
    for (const what of broken) half.push(`${token}: ${what}`)
    if (purged.has(token)) lost.push(`${token}: purged, but there (${record.id})`)
    if (refused.has(token)) half.push(`${token}: refused, but there (${record.id})`)
  }

  for (const intent of pending) {
    if (intent.verb === 'upload') judgeUpload(intent)
    else if (intent.verb === 'uploadOnce') judgeUploadOnce(intent)
    else if (intent.verb === 'purge' && intent.contested) judgeContestedPurge(intent)
    else if (!intent.contested && EFFECTS[intent.verb] !== undefined) judgeChange(intent)
  }
  for (const [token, entry] of assets) {
    if (known.has(token)) continue
    known.add(token)
    if (found.has(token)) compare(token, entry)
    else lost.push(`${token}: acknowledged, but not there (${entry.record.id})`)
  }
  for (const token of found.keys()) {
    if (!known.has(token) && !purged.has(token) && !refused.has(token)) {
      half.push(`${token}: there, but never uploaded`)
    }
  }

  return { lost, half, happened, settled, gone }

  function judgeUpload({ files }) {
    const there = files.filter(({ token }) => found.has(token))
    const taken = files.filter(({ token }) => purged.has(token) || isBeingPurged(token))
    for (const { token } of files) known.add(token)
    if (there.length > 0) happened += 1
    if (there.length > 0 && there.length + taken.length < files.length) {
      half.push(`${files.map(({ token }) => token)}: ${there.length} of ${files.length} are there`)
    }
    for (const file of there) settleUpload(file)
  }

  /** What is there need not be of this upload: it is only another one that brought the same. */
  function judgeUploadOnce({ files: [file] }) {
    if (known.has(file.token) || assets.has(file.token)) return
    known.add(file.token)
    if (!found.has(file.token)) return
    happened += 1
    settleUpload(file)
  }

  function settleUpload({ token, size, sha256, contested }) {
    const current = found.get(token)
    const { record } = current
    if (record.size !== size || record.sha256 !== sha256) half.push(`${token}: other bytes`)
    settle(token, current, contested)
  }

  function settle(token, { record, versions }, contested) {
    settled.set(token, { record, versions, contested })
  }

  function isBeingPurged(token) {
    return pending.some(({ verb, tokens }) => verb === 'purge' && tokens.includes(token))
  }

  function judgeContestedPurge({ tokens: [token] }) {
    if (found.has(token)) return
    if (assets.has(token)) {
      happened += 1
      gone.set(token, assets.get(token).record)
    }
    known.add(token)
  }

  /** All of its assets are as before, or all as after it. */
  function judgeChange(intent) {
    const { verb, tokens } = intent
    const verdicts = tokens.map((token) => {
      const before = assets.get(token)
      if (before === undefined) return 'unknown'
      const after = EFFECTS[verb](before, intent)
      known.add(token)
      const current = found.get(token)
      if (current === undefined) {
        if (after !== null) return 'lost'
        gone.set(token, before.record)
        return 'after'
      }
      settle(token, current, false)
      const isAfter = after !== null && isAsExpected(current, after, { areMoved })
      const isBefore = isAsExpected(current, before, { areMoved })
      compareFacts(token, isAfter && !isBefore ? after : before, current.record)
      // It was so already: that says nothing of the others.
      if (isAfter && isBefore) return 'either'
      if (isAfter) return 'after'
      return isBefore ? 'before' : 'neither'
    })
    if (verdicts.includes('after')) happened += 1
    const told = new Set(verdicts.filter((verdict) => verdict !== 'either'))
    if (told.size > 1 || told.has('lost') || told.has('unknown') || told.has('neither')) {
      half.push(`${verb} of ${tokens}: ${verdicts}`)
    }
  }

  function compare(token, entry) {
    const current = found.get(token)
    const { record } = current
    compareFacts(token, entry, record)
    if (!entry.contested && !isAsExpected(current, entry, { areMoved })) {
      lost.push(`${token}: acknowledged as ${stateOf(entry)}, but is ${stateOf(current)}`)
    }
    for (const variant of record.variants === undefined ? [] : entry.variants) {
      if (!record.variants.some(({ name }) => name === variant)) {
        lost.push(`${token}: its ${variant} is not there any more`)
      }
    }
    settle(token, current, entry.contested)
  }

  function compareFacts(token, entry, record) {
    half.push(...otherFacts(record, entry, { areMoved }).map((what) => `${token}: ${what}`))
  }
}
