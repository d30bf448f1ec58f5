import { EFFECTS } from './effects.mjs'

/** Facts of a record that never change. Not every client receives all of them. */
const FACTS = [
  'id',
  'publicFileId',
  'tenant',
  'seq',
  'type',
  'mimeType',
  'extension',
  'charset',
  'size',
  'sha256',
  'width',
  'height',
  'durationSeconds',
  'status',
  'folderId',
  'createdBy',
  'createdAt',
  'blobKey',
]

/**
 * Compares what a ledger knows with what was found. `lost`: what was acknowledged and does not hold. `half`: what can be
 * seen but must not, or only in part. `happened`: how many of the pending operations took effect. `settled`: by token,
 * `{ record, contested }` of what is there and was uploaded; `gone`: by token, records that a pending purge took away.
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
    for (const { token, size, sha256, contested } of there) {
      const { record } = found.get(token)
      if (record.size !== size || record.sha256 !== sha256) half.push(`${token}: other bytes`)
      settled.set(token, { record, contested })
    }
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
      compareFacts(token, before, current.record)
      settled.set(token, { record: current.record, contested: false })
      const isAfter = after !== null && isAsExpected(current.record, after)
      const isBefore = isAsExpected(current.record, before)
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
    const { record } = found.get(token)
    compareFacts(token, entry, record)
    if (!entry.contested && !isAsExpected(record, entry)) {
      const { name, isFavourite, trashed, updatedAt } = entry
      const was = JSON.stringify([name, isFavourite, trashed, updatedAt])
      const is = JSON.stringify([
        record.name,
        record.isFavourite,
        record.trashedAt,
        record.updatedAt,
      ])
      lost.push(`${token}: acknowledged as ${was}, but is ${is}`)
    }
    for (const variant of record.variants === undefined ? [] : entry.variants) {
      if (!record.variants.some(({ name }) => name === variant)) {
        lost.push(`${token}: its ${variant} is not there any more`)
      }
    }
    settled.set(token, { record, contested: entry.contested })
  }

  /** The deletion of a folder takes the assets out of it, at a time that no client is told. */
  function isAsExpected(record, entry) {
    const isMoved = entry.isMoved || record.folderId !== entry.record.folderId
    return isAs(record, areMoved && isMoved ? { ...entry, updatedAt: undefined } : entry)
  }

  function compareFacts(token, { record }, now) {
    for (const fact of FACTS) {
      if (areMoved && fact === 'folderId') continue
      const isTold = record[fact] !== undefined && now[fact] !== undefined
      if (isTold && record[fact] !== now[fact])
        half.push(`${token}: ${fact} was ${record[fact]}, is ${now[fact]}`)
    }
  }
}

function isAs(record, { name, isFavourite, trashed, updatedAt }) {
  return (
    record.name === name &&
    record.isFavourite === isFavourite &&
    (updatedAt === undefined || record.updatedAt === updatedAt) &&
    (record.trashedAt !== null) === trashed
  )
}
