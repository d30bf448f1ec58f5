/**
 * Plants faults into copies of what was found, each of which must be noticed: as what, and how. A fault is planted into
 * one asset whose state is certain, so there must be some.
 */
const PLANTS = {
  'a lost asset': ['lost', (found, token) => found.delete(token)],
  'an asset that changed places with the trash': [
    'lost',
    (found, token) =>
      change(found, token, ({ trashedAt }) => ({ trashedAt: trashedAt === null ? 'now' : null })),
  ],
  'another name': ['lost', (found, token) => change(found, token, () => ({ name: 'another' }))],
  'other bytes': ['half', (found, token) => change(found, token, () => ({ sha256: 'others' }))],
  'another asset in its place': [
    'half',
    (found, token) => change(found, token, () => ({ id: 'another' })),
  ],
  'bytes that cannot be read': [
    'half',
    (found, token) => found.set(token, { ...found.get(token), broken: ['cannot be read'] }),
  ],
  'an asset that was never uploaded': [
    'half',
    (found, token) => found.set('a-stranger', found.get(token)),
  ],
  'a purged asset': [
    'lost',
    (found, token, { purged }) => purged && found.set(purged, found.get(token)),
  ],
  'a content that was replaced': [
    'lost',
    (found, _, { replaced }) =>
      replaced &&
      change(found, replaced, () => ({ sha256: found.get(replaced).versions[0], size: undefined })),
  ],
  'a lost version': [
    'lost',
    (found, _, { replaced }) => replaced && found.set(replaced, lessVersions(found.get(replaced))),
  ],
  'an upload that was refused': [
    'half',
    (found, token, { refused }) => refused && found.set(refused, found.get(token)),
  ],
}

/** Checks that the ledger's judgement of what was found notices each of the faults that can be planted. */
export function checkPlantedFaults(report, ledger, found) {
  const undecided = new Set(ledger.pending().flatMap(tokensOf))
  const certain = [...ledger.assets].filter(
    ([token, { contested }]) => !contested && !undecided.has(token) && found.has(token),
  )
  if (certain.length === 0) return report.check('a fault can be planted', false, 'no asset')
  const [[token]] = certain
  const others = {
    purged: [...ledger.purgedAssets().keys()][0],
    refused: [...ledger.refused][0],
    replaced: certain.find(([each]) => found.get(each).versions?.length > 0)?.[0],
  }
  const sound = ledger.judge(found)
  const missed = []
  for (const [name, [as, plant]] of Object.entries(PLANTS)) {
    const copy = new Map(found)
    const isPlanted = plant(copy, token, others) !== undefined
    if (isPlanted && ledger.judge(copy)[as].length <= sound[as].length) missed.push(name)
  }
  report.check('the verdict notices each planted fault', missed.length === 0, missed.join(', '))
}

function change(found, token, changes) {
  const { record, ...rest } = found.get(token)
  return found.set(token, { record: { ...record, ...changes(record) }, ...rest })
}

function lessVersions({ versions, ...rest }) {
  return { ...rest, versions: versions.slice(1) }
}

function tokensOf({ tokens = [], files = [] }) {
  return [...tokens, ...files.map((file) => file.token)]
}
