import type { Asset, Variant } from '../assets/asset.ts'
import type { Focus } from '../own-data/own-data.ts'

/** The variant of this name that the asset has; none when it was cropped for another focus than the asset has now. */
export function variantOf(
  asset: Pick<Asset, 'variants' | 'focus'>,
  name: string,
): Variant | undefined {
  return asset.variants.find((each) => each.name === name && isCurrent(each, asset))
}

/** Whether it shows what the asset's own data asks for. One without `focus` shows the same for any. */
function isCurrent({ focus }: Pick<Variant, 'focus'>, asset: Pick<Asset, 'focus'>): boolean {
  return focus === undefined || isSameFocus(focus, asset.focus)
}

/** Whether two focuses are the same point, or both none. */
export function isSameFocus(one: Focus | null, other: Focus | null): boolean {
  return one?.x === other?.x && one?.y === other?.y
}
