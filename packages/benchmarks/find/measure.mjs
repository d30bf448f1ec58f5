import { positionOf, requireFilter } from '@stowage/core/internal'

/** Assets on a page. */
const PAGE = 50
const CALLS = 40
/** Milliseconds after which the measurement of a position ends, once it was called eight times. */
const PATIENCE = 6_000
const LEAST = 8

/** Milliseconds of one list as seen from Node: the first time in this process, and then at each position in it. */
export async function measureList(metadata, { filter, sort = '-createdAt', ...query }) {
  const list = { ...query, filter: requireFilter(filter), sort, limit: PAGE }
  const read = (from) => metadata.assets.list({ ...list, from })
  const started = performance.now()
  const { assets, total } = await read({ offset: 0 })
  const cold = performance.now() - started
  const at = async (from) => summaryOf(await timesOf(() => read(from)))
  const end = assets.at(-1)
  return {
    total,
    cold,
    first: await at({ offset: 0 }),
    last: await at({ offset: Math.max(0, total - PAGE) }),
    middle: await at({ offset: Math.max(0, Math.floor((total - PAGE) / 2)) }),
    after: end === undefined ? null : await at({ after: positionOf(end, sort) }),
  }
}

async function timesOf(call) {
  await call()
  const times = []
  const started = performance.now()
  while (times.length < CALLS) {
    if (times.length >= LEAST && performance.now() - started > PATIENCE) break
    const before = performance.now()
    await call()
    times.push(performance.now() - before)
  }
  return times.sort((one, other) => one - other)
}

function summaryOf(times) {
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))]
  return { p50: at(0.5), p99: at(0.99) }
}
