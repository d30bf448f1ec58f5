export interface Group<Value> {
  readonly ids: readonly string[]
  readonly value: Value
}

/** Ids by what `values` has for them, each value once: as many requests as there are values. */
export function groupsOf<Value>(
  ids: readonly string[],
  values: ReadonlyMap<string, Value>,
): readonly Group<Value>[] {
  const groups = new Map<string, { ids: string[]; value: Value }>()
  for (const id of ids) {
    const value = values.get(id)
    if (value === undefined) continue
    const key = JSON.stringify(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { ids: [id], value })
    else group.ids.push(id)
  }
  return [...groups.values()]
}
