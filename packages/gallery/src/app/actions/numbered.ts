/** "a.jpg", "a (2).jpg": names that differ, whatever their case. */
export function numbered(names: readonly string[]): readonly string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.+?)(\.[^.]*)?$/.exec(name) ?? []
    let free = name
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) {
      free = `${stem} (${number})${extension}`
    }
    taken.add(free.toLowerCase())
    return free
  })
}
