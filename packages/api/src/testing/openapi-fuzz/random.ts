/** Choices by chance. */
export interface Random {
  /** A whole number from 0 to `limit` - 1. */
  below(limit: number): number
  /** Whether something happens that does so this often, 0 … 1. */
  chance(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** By these numbers from 0 up to 1. */
export function choicesBy(numbers: () => number): Random {
  const below = (limit: number) => Math.floor(numbers() * limit)
  return {
    below,
    chance: (share) => numbers() < share,
    pick<Item>(items: readonly Item[]): Item {
      if (items.length === 0) throw new Error('There is nothing to pick from.')
      return items[below(items.length)] as Item
    },
  }
}
