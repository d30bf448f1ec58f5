import { type Random, seededRandom } from './seeded-random.ts'

/** Choices by chance, the same in every run of a seed. */
export interface Choices {
  /** The numbers that it chooses by: from 0 up to 1, without 1. */
  readonly next: Random
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** Whether something happens that does so this often, 0 … 1. */
  chance(share: number): boolean
  /** One of the items; `undefined` when there is none. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  pick<Item>(items: readonly Item[]): Item | undefined
  /** Up to that many of the items, each at most once. */
  some<Item>(items: readonly Item[], count: number): Item[]
  /** The items in another order. */
  shuffled<Item>(items: readonly Item[]): Item[]
  /** A key of `weights`, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
  /** So many bytes. */
  bytes(length: number): Buffer
  /** A text of so many letters: characters, or the members of an array. */
  text(letters: string | readonly string[], length: number): string
}

/** Choices by the numbers of this seed. */
export function seededChoices(seed: number): Choices {
  return choicesBy(seededRandom(seed))
}

/** Choices by these numbers from 0 up to 1. */
export function choicesBy(next: Random): Choices {
  const below = (limit: number): number => Math.floor(next() * limit)
  const take = <Item>(items: Item[]): Item => items.splice(below(items.length), 1)[0] as Item
  const some = <Item>(items: readonly Item[], count: number): Item[] => {
    const left = [...items]
    return Array.from({ length: Math.min(count, left.length) }, () => take(left))
  }
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (share) => next() < share,
    pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item,
    some,
    shuffled: (items) => some(items, items.length),
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = Object.keys(weights) as Name[]
      let left = next() * names.reduce((sum, name) => sum + weights[name], 0)
      const chosen = names.find((name) => {
        left -= weights[name]
        return left < 0
      })
      return chosen ?? (names.at(-1) as Name)
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
    text: (letters, length) =>
      Array.from({ length }, () => letters[below(letters.length)]).join(''),
  }
}
