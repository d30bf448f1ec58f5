// The order of the pages: that of `docs/README.md`, which is the index by task.

/** Groups of pages, each under a heading of the index. A page stands where it is named first. */
export function sidebarOf(index, titles) {
  const seen = new Set()
  const groups = []
  for (const line of index.split('\n')) {
    const heading = /^## (.+)$/.exec(line)?.[1]
    if (heading !== undefined) groups.push({ text: heading, collapsed: false, items: [] })
    for (const [, target] of line.matchAll(/\]\((\/[^)#\s]*)[^)]*\)/g)) {
      const title = titles.get(target)
      if (title === undefined || seen.has(target) || groups.length === 0) continue
      seen.add(target)
      groups.at(-1).items.push({ text: title, link: target, says: saysOf(line) })
    }
  }
  return groups.filter(({ items }) => items.length > 0)
}

/** The words of a row beside its links. */
function saysOf(line) {
  const cells = line.split('|').map((cell) => cell.trim())
  const words = cells.find((cell) => cell !== '' && !cell.startsWith('[')) ?? ''
  return words.replace(/\]\([^)]*\)/g, '').replace(/[[\]]/g, '')
}
