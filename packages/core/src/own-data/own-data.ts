/** A value of an asset's `metadata`. */
export type MetadataValue = string | number | boolean | null

/** The point of a picture that matters most, in shares of its width and height as displayed. */
export interface Focus {
  /** 0, the left edge, to 1. */
  readonly x: number
  /** 0, the upper edge, to 1. */
  readonly y: number
}

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
  /** What variants that crop the picture keep in view. `null`: its centre. */
  readonly focus: Focus | null
}

/** The own data of an asset that was given none. Frozen, because many assets share it. */
export const NO_OWN_DATA: OwnData = Object.freeze({
  title: null,
  alt: Object.freeze({}),
  tags: Object.freeze([]),
  metadata: Object.freeze({}),
  focus: null,
})

/** The names of all members. */
export const OWN_NAMES = Object.keys(NO_OWN_DATA) as readonly (keyof OwnData)[]

/** Each name as an option whose value is checked elsewhere. */
export const OWN_OPTIONS = Object.fromEntries(OWN_NAMES.map((name) => [name, true])) as Readonly<
  Record<keyof OwnData, true>
>

/** The members of own data that are given. */
export function ownDataIn(given: Partial<OwnData>): Partial<OwnData> {
  const names = OWN_NAMES.filter((name) => given[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, given[name]]))
}

/** The same without them. */
export function withoutOwnData<Given extends Partial<OwnData>>(
  given: Given,
): Omit<Given, keyof OwnData> {
  const others: Record<string, unknown> = { ...given }
  for (const name of OWN_NAMES) delete others[name]
  return others as Omit<Given, keyof OwnData>
}

/** Whether JSON gives back this number and no neighbour of it: a fraction, or a whole number of at most 2^53 - 1. */
export function isExactNumber(value: unknown): value is number {
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
}
