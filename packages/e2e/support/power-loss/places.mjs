/** Milliseconds: the shortest grace time that a store takes. */
export const GRACE = 60_000
/** Where a recorded run has its volume: what lies above is not its to make durable. */
export const VOLUME = 'volume'
/** Where it has its store. Not even the directories above it are there in the beginning. */
export const STORE = `${VOLUME}/made/by/store`
/** Where it backs its store up to. */
export const BACKUP = `${VOLUME}/made/by/backup`
/** Where it writes what it announces. */
export const MARKS = 'marks'
