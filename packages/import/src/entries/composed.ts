/** What names that differ by how their characters are composed alone have in common. */
export function composed(name: string): string {
  return name.normalize('NFC')
}
