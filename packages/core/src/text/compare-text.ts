/** The order of code points, in which databases keep text. `<` of JavaScript differs above U+FFFF. */
export function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
