import { type Random, seededRandom } from './seeded-random.ts'

/** Random choices, the same in every run of a seed. */
export interface Choices {
  /** The numbers that decide the choices: from 0 up to 1, excluding 1. */
  readonly next: Random
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** A whole number from `least` to `most`. */
  between(least: number, most: number): number
  /** Whether something with this probability, 0 … 1, happens. */
  chance(share: number): boolean
  /** One of the items; `undefined` when there is none. */
  pick<Item>(items: readonly [Item, ...Item[]]): Item
  pick<Item>(items: readonly Item[]): Item | undefined
  /** Up to this many of the items, each at most once. */
  some<Item>(items: readonly Item[], count: number): Item[]
  /** The items in random order. */
  shuffled<Item>(items: readonly Item[]): Item[]
  /** A key of `weights`, with a probability in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name
  /** This many bytes. */
  bytes(length: number): Buffer
  /** A text of this many letters: characters, or the members of an array. */
  text(letters: string | readonly string[], length: number): string
}

/** Choices from the numbers of this seed. */
export function seededChoices(seed: number): Choices {
  return choicesBy(seededRandom(seed))
}

/** Choices from these numbers from 0 up to 1. */
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
