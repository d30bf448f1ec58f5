/** Types that have an event for each change that is promised. */
const COUNTED = ['created', 'updated', 'replaced', 'trashed', 'restored']
/** Jobs that the workload enqueues, and those that draw pictures. */
export const KIND = 'workload'
const DRAWS = 'stowage.variants'

/** Whether an asset has as many events of each type as is promised of it. */
export function isTold(told, promised) {
  return COUNTED.every((type) => (told?.[type] ?? 0) === promised[type])
}

/**
 * What is wrong with the events and jobs of a database, whatever was promised: the events of an asset must lead to its
 * record, and a picture must be drawn or have its job.
 */
export function wrongBehind({ assets, told, jobs }) {
  const rows = new Map(assets.map((asset) => [asset.id, asset]))
  const drawing = new Set(jobs.filter(({ kind }) => kind === DRAWS).map((job) => job.unique_key))
  const problems = []
  for (const [id, { order }] of told) {
    const states = statesOf(order)
    const row = rows.get(id)
    const state = row === undefined ? 'purged' : row.trashed ? 'trashed' : 'active'
    if (states === null) problems.push(`${id} has events that cannot follow each other: ${order}`)
    else if (states.at(-1) !== state)
      problems.push(`${id} is ${state}, but its events say ${order}`)
  }
  for (const { id, name, variants, trashed } of assets) {
    if (!told.has(id)) problems.push(`${name} is there, but no event tells of it`)
    // One that was in the trash when its turn came is drawn for the first who asks.
    const mayLack = trashed || told.get(id)?.trashed > 0
    if (!name.startsWith('picture') || mayLack) continue
    if (!variants.includes('thumbnail') && !drawing.has(id)) {
      problems.push(`${name} is not drawn, and no job will do it`)
    }
  }
  return problems
}

/** The states that events lead to, one after the other; `null`: they cannot be so. */
function statesOf(order) {
  const states = ['none']
  const follows = {
    created: [['none'], 'active'],
    trashed: [['active'], 'trashed'],
    restored: [['trashed'], 'active'],
    purged: [['active', 'trashed'], 'purged'],
  }
  for (const type of order) {
    const [before, after] = follows[type] ?? [['active', 'trashed'], states.at(-1)]
    if (!before.includes(states.at(-1))) return null
    states.push(after)
  }
  return states
}

/** What was promised of jobs and does not hold. */
export function lostJobs({ jobs: rows }, { jobs, openJobs }) {
  const own = rows.filter(({ kind }) => kind === KIND).map(({ id }) => id)
  const there = new Set(own)
  const lost = [...jobs].filter(([id, mustBe]) => mustBe && !there.has(id))
  const strange = own.filter((id) => !jobs.has(id))
  return [
    ...lost.map(([id]) => `job ${id} was promised, is not done, and is lost`),
    ...(strange.length > openJobs.size ? [`${strange.length} jobs are there of nobody`] : []),
  ]
}
