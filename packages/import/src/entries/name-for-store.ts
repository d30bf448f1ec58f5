/**
 * The whole name of a file or folder on disk, as the store accepts it. On systems where a name may contain a backslash,
 * it becomes a hyphen: the store would take the part before it for folders.
 */
export function nameForStore(name: string): string {
  return name.replaceAll('\\', '-')
}
