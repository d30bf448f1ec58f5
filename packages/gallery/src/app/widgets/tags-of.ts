/**
 * The tags of a text: commas and line ends separate them. The last one is what follows the last of these, empty or not.
 */
export function tagsOf(text: string): readonly string[] {
  return text.split(/[,\n]/)
}

/** `tags` with those of `texts` that are not among them yet, whatever their case. */
export function addTags(tags: readonly string[], texts: readonly string[]): readonly string[] {
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  const added = texts
    .map((text) => text.trim())
    .filter((tag) => {
      const name = tag.toLowerCase()
      const isNew = name !== '' && !known.has(name)
      known.add(name)
      return isNew
    })
  return [...tags, ...added]
}
