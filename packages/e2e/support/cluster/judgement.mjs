import { createBalancer } from './balancer.mjs'
import { listAll, readThrough } from './inspection.mjs'

/**
 * Compares what clients were told with what every instance answers, now that all is well. What had no answer
 * is judged by what became of it.
 */
export async function judgeAnswers(report, instances, token, { active, trashed, ledger }) {
  const balancer = createBalancer(
    instances.map(({ origin }) => origin),
    token,
  )
  try {
    for (const index of instances.keys()) {
      await judgeInstance(report, balancer, index, { active, trashed, ledger })
    }
  } finally {
    balancer.close()
  }
}

async function judgeInstance(report, balancer, index, { active, trashed, ledger }) {
  const lists = {
    active: await listAll(balancer, index, false),
    trashed: await listAll(balancer, index, true),
  }
  const settled = settle(lists, ledger)
  const expected = {
    active: [...active, ...settled.active],
    trashed: [...trashed, ...settled.trashed],
    purged: [...ledger.purged, ...settled.purged],
  }
  const wrong = [
    ...settled.wrong,
    ...compare('active', lists.active, expected.active),
    ...compare('trashed', lists.trashed, expected.trashed),
    ...(await readThrough(balancer, index, expected)),
  ]
  report.check(
    `instance ${index}: every acknowledged asset is there with its bytes, the trash is right, the purged are gone`,
    wrong.length === 0,
    [
      `${expected.active.length} active, ${expected.trashed.length} in the trash, ${expected.purged.length} purged`,
      ...wrong.slice(0, 5),
    ].join(', '),
  )
}

/** What became of everything that had no answer: all of each or nothing, and nothing that could not be. */
function settle(lists, { unsure, unknownUploads }) {
  const settled = { active: [], trashed: [], purged: [], wrong: [] }
  const ids = (list) => new Set(list.found.map(({ id }) => id))
  const [active, inTrash] = [ids(lists.active), ids(lists.trashed)]
  const stateOf = ({ id }) => (active.has(id) ? 'active' : inTrash.has(id) ? 'trashed' : 'purged')
  for (const { assets, states } of unsure) {
    const now = new Set(assets.map(stateOf))
    const [state] = now
    if (now.size !== 1 || !states.includes(state)) {
      settled.wrong.push(`${assets.map(({ id }) => id)}: ${[...now]}, may be ${states}`)
    }
    settled[state].push(...assets)
  }
  const byName = new Map(lists.active.found.map((asset) => [asset.name, asset]))
  for (const files of unknownUploads) {
    const there = files.filter(({ name }) => byName.has(name))
    if (there.length !== 0 && there.length !== files.length) {
      settled.wrong.push(`${there.length} of ${files.length} files of one upload are there`)
    }
    settled.active.push(...there.map((file) => ({ ...byName.get(file.name), ...file })))
  }
  return settled
}

function compare(list, { found, total }, expected) {
  const wrong = []
  const ids = new Set(found.map(({ id }) => id))
  const known = new Set(expected.map(({ id }) => id))
  if (ids.size !== found.length) wrong.push(`${list}: ${found.length - ids.size} are listed twice`)
  if (total !== found.length)
    wrong.push(`${list}: the total is ${total}, pages hold ${found.length}`)
  const missing = [...known].filter((id) => !ids.has(id))
  const strange = [...ids].filter((id) => !known.has(id))
  if (missing.length > 0) wrong.push(`${list}: ${missing.length} missing, such as ${missing[0]}`)
  if (strange.length > 0) wrong.push(`${list}: ${strange.length} of nobody, such as ${strange[0]}`)
  return wrong
}
