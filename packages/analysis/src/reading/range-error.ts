/**
 * Whether a reader ran past the end of its data, or found an impossible value. Checked by the error's name:
 * errors of `Buffer` have another class than ours where this code runs in another realm.
 */
export function isRangeError(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'name' in thrown &&
    thrown.name === 'RangeError'
  )
}
