/**
 * What transactions say of themselves, so that those of the release before are known: see `schema/older-releases.ts`. In
 * the transaction alone, as a pooler may share its connection out.
 */
export const NAME_WRITER = `SET LOCAL stowage.writer = '2'`
