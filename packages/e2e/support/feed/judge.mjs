import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** What was acknowledged, of all processes. A line that a kill cut off says nothing. */
export function acknowledged(directory) {
  const folder = path.join(directory, 'journals')
  return readdirSync(folder).flatMap((name) => {
    const lines = readFileSync(path.join(folder, name), 'utf8').split('\n')
    return lines.slice(0, -1).map((line) => JSON.parse(line))
  })
}

/** The whole feed, or what comes after this cursor, in pages. */
export async function walk(feed, after = null) {
  const all = []
  let cursor = after
  while (true) {
    const { events, next, more } = await feed.since(cursor, { limit: 250 })
    all.push(...events)
    cursor = next
    if (!more) return all
  }
}

/** The change that an event tells, as a text. An update is told apart by the title that it gave. */
const textOf = ({ type, assetId, data }) =>
  type === 'asset.updated' ? `${type} ${assetId} ${data.asset.title}` : `${type} ${assetId}`

/** Acknowledged changes that the feed has never, or more than once; and those that it has in another order. */
export function judgeFeed(changes, events) {
  const positions = new Map()
  const twice = []
  for (const [index, event] of events.entries()) {
    const text = textOf(event)
    if (positions.has(text)) twice.push(text)
    positions.set(text, index)
  }
  const placed = changes.map((change) => {
    const { type, id, writer, step } = change
    const text = type === 'asset.updated' ? `${type} ${id} ${writer} ${step}` : `${type} ${id}`
    return { ...change, text, position: positions.get(text) }
  })
  const missing = placed.filter(({ position }) => position === undefined)
  const inOrder = placed.filter(({ position }) => position !== undefined)
  inOrder.sort((a, b) => a.position - b.position)
  // What had ended before another began was committed before it.
  const disordered = []
  let latest = null
  for (const change of inOrder) {
    if (latest !== null && change.ended < latest.begun) disordered.push([latest.text, change.text])
    if (latest === null || change.begun > latest.begun) latest = change
  }
  return { missing, twice, disordered }
}
