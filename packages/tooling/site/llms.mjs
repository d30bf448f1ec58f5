// What language models read: https://llmstxt.org. An index, and all pages in one file.

/** `llms.txt`: each page, and what it is for. */
export function llmsIndex(groups, says) {
  const sections = groups.map(({ text, items }) => {
    const lines = items.map((item) => `- [${item.text}](${item.link}.md): ${item.says}`)
    return `## ${text}\n\n${lines.join('\n')}`
  })
  return `# Stowage\n\n> ${says}\n\n${sections.join('\n\n')}\n`
}

/** `llms-full.txt`: every page but the reference, which is in the types. */
export function llmsFull(pages) {
  return pages
    .filter(({ site }) => !site.startsWith('reference/'))
    .map(({ site, text }) => `<!-- ${site} -->\n\n${text.trim()}\n`)
    .join('\n')
}
