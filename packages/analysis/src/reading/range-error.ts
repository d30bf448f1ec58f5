/**
 * Whether a reader ran past the end of its data, or found an impossible value. Goes by the error's name: where this
 * code runs in another realm, errors of `Buffer` have another class than ours.
 */
export function isRangeError(thrown: unknown): boolean {
  return (
    typeof thrown === 'object' &&
    thrown !== null &&
    'name' in thrown &&
    thrown.name === 'RangeError'
  )
}
