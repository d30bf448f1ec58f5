/** Largest variant in bytes that the store takes: 32 MiB. */
export const VARIANT_LIMIT: number = 32 * 1024 ** 2
