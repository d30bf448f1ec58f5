/**
 * The name of a file or folder on the disk as the store takes it: whole. Where a backslash may be part of a name, it
 * becomes a hyphen, for the store would take what is before it for folders.
 */
export function nameForStore(name: string): string {
  return name.replaceAll('\\', '-')
}
