/** Links between these pages that do not lead where they say. `pages`: each text by its file name. */
export function brokenLinks(pages) {
  const headings = new Map([...pages].map(([name, text]) => [name, headingsOf(text)]))
  return [...pages].flatMap(([name, text]) =>
    [...text.matchAll(/\[`([^`]+)`\]\(([\w-]+\.md)?#([\w-]+)\)/g)]
      .filter(([, symbol, page = name, anchor]) => headings.get(page)?.get(anchor) !== symbol)
      .map(([link]) => `${name}: ${link} leads elsewhere.`),
  )
}

/** The symbol of each heading, by the anchor that GitHub gives it: a repeated anchor gets a number. */
function headingsOf(text) {
  const headings = new Map()
  const seen = new Map()
  for (const { 1: heading } of text.matchAll(/^#+ (.*)$/gm)) {
    const symbol = heading.replace(/\(\)$/, '').replaceAll('\\', '')
    const slug = symbol
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-')
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    headings.set(before === 0 ? slug : `${slug}-${before}`, symbol)
  }
  return headings
}
