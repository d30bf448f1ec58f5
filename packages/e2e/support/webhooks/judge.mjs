/** Of a tenant: the ids of events that the receiver has not got. */
export function missingOf(events, requests) {
  const got = new Set(requests.map(({ id }) => id))
  return events.filter(({ id }) => !got.has(id)).map(({ id }) => id)
}

/**
 * Messages that came out of the order of their asset: an event may come again only until the next one of its asset has
 * come.
 */
export function disorderedOf(events, requests) {
  const numbers = new Map(events.map(({ id }, number) => [id, number]))
  const latest = new Map()
  const disordered = []
  for (const { id, assetId } of requests) {
    const number = numbers.get(id)
    if (number < (latest.get(assetId) ?? -1)) disordered.push(id)
    latest.set(assetId, number)
  }
  return disordered
}

/** The whole feed of a tenant. */
export async function feedOf(store, tenant) {
  const all = []
  for (let cursor = null, more = true; more; ) {
    const page = await store.for({ tenant }).events.since(cursor, { limit: 250 })
    all.push(...page.events)
    cursor = page.next
    more = page.more
  }
  return all
}
