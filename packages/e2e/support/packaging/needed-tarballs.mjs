/**
 * The names of those packages and of the Stowage packages that they need: no registry has them. `tarballs` as
 * `packPublic` gives them.
 */
export function neededTarballs(names, tarballs) {
  const needed = new Set(names)
  for (const each of needed) {
    const { dependencies, peerDependencies } = tarballs.get(each).manifest
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      if (tarballs.has(name)) needed.add(name)
    }
  }
  return [...needed]
}
