/** What was found by id, in the order in which the ids were given: databases return it in orders of their own. */
export function inOrderOf<Value>(
  ids: readonly string[],
  found: ReadonlyMap<string, Value>,
): ReadonlyMap<string, Value> {
  const ordered = new Map<string, Value>()
  for (const id of ids) {
    const value = found.get(id)
    if (value !== undefined) ordered.set(id, value)
  }
  return ordered
}
