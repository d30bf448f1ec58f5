import type { Choices } from '../seeds/choices.ts'

/** One of the items. Throws when there is none. */
export function pickFrom<Item>(random: Choices, items: readonly Item[]): Item {
  if (items.length === 0) throw new Error('There is nothing to pick from.')
  return random.pick(items) as Item
}
