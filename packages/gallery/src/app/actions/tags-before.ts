export interface ChangedTags {
  readonly add: readonly string[]
  readonly remove: readonly string[]
}

/**
 * The change that gives a file with `tags` back what a change of its tags takes; `undefined` when that leaves it as it
 * is. Two tags that differ only in case are one.
 */
export function tagsBefore(
  tags: readonly string[],
  { add, remove }: ChangedTags,
): ChangedTags | undefined {
  const fold = (tag: string): string => tag.toLowerCase()
  const had = new Set(tags.map(fold))
  const lost = new Set(remove.map(fold))
  const back = {
    add: tags.filter((tag) => lost.has(fold(tag))),
    remove: add.filter((tag) => !had.has(fold(tag))),
  }
  return back.add.length + back.remove.length === 0 ? undefined : back
}
