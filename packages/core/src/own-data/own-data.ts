/** A value of an asset's `metadata`. */
export type MetadataValue = string | number | boolean | null

/** What people and the app say about an asset, in addition to what its bytes say. */
export interface OwnData {
  /** What the app calls it in place of the file's name: 1 … 255 characters. `null`: none. */
  readonly title: string | null
  /**
   * Describes the picture for people who cannot see it, by language tag (BCP 47, such as `en` or `pt-BR`). Each 1 …
   * 1000 characters; at most 100, and at most 32 KiB as JSON.
   */
  readonly alt: Readonly<Record<string, string>>
  /** At most 100 tags of 1 … 64 characters, in NFC and trimmed, in the order given. No two differ only by case. */
  readonly tags: readonly string[]
  /** The app's own: at most 64 members, at most 16 KiB as JSON. */
  readonly metadata: Readonly<Record<string, MetadataValue>>
}

/** The own data of an asset that was given none. Frozen, because many assets share it. */
export const NO_OWN_DATA: OwnData = Object.freeze({
  title: null,
  alt: Object.freeze({}),
  tags: Object.freeze([]),
  metadata: Object.freeze({}),
})

/** Whether JSON gives back this number and no neighbour of it: a fraction, or a whole number of at most 2^53 - 1. */
export function isExactNumber(value: unknown): value is number {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}
