/**
 * Whether a reader ran past the end of what it read, or said that what it found cannot be. Told by its name:
 * those of `Buffer` have another class than ours where this code runs in a realm of its own.
 */
export function isRangeError(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'name' in thrown &&
    thrown.name === 'RangeError'
  )
}
