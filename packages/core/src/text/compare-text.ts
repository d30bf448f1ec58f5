/** Compares by code point, as databases sort text. JavaScript's `<` differs above U+FFFF. */
export function compareText(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}
