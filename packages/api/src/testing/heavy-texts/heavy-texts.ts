/** By name, texts of so many bytes that take long to normalise, to fold, to escape or to part. */
export const HEAVY_TEXTS: Readonly<Record<string, (bytes: number) => string>> = {
  'marks out of order': (bytes) => `a${'\u0315'.repeat(bytes / 4)}${'\u0300'.repeat(bytes / 4)}`,
  'letters that unfold': (bytes) => '\ufdfa'.repeat(bytes / 3),
  'tildes and slashes': (bytes) => '~/'.repeat(bytes / 2),
  brackets: (bytes) => '['.repeat(bytes),
}

/** A text of as many bytes that is not heavy. */
export function plainText(bytes: number): string {
  return 'x'.repeat(bytes)
}
