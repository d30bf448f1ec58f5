/**
 * What happens to the place where a photo or a video was taken. `keep`: it stays in the file. `served`: URLs that need
 * no key serve a copy without it, and people with a key or a login get the file itself. `stored`: it is taken out of the
 * file before it is stored.
 */
export type LocationMode = 'keep' | 'served' | 'stored'

export const LOCATION_MODES: readonly ['keep', 'served', 'stored'] = ['keep', 'served', 'stored']
