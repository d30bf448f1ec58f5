/** An asset and its position in a field. */
export interface PlacedAsset {
  readonly assetId: string
  readonly position: number
}

/** The changes that give a field the assets that a call asks for. */
export interface FieldPlan {
  /** Ids to detach, in the order of the field. */
  readonly gone: readonly string[]
  /** To attach. */
  readonly fresh: readonly PlacedAsset[]
  /** Those that stay, but at another position. */
  readonly moved: readonly PlacedAsset[]
  /** How many the field has then. */
  readonly size: number
}

/**
 * How a field gets exactly these assets, in this order, from those that it has. Assets that `reaches` rejects keep
 * their positions; the others take the free positions, from 1.
 */
export function planField(
  before: readonly PlacedAsset[],
  ids: readonly string[],
  reaches: (assetId: string) => boolean,
): FieldPlan {
  const wanted = new Set(ids)
  const places = new Map(before.map(({ assetId, position }) => [assetId, position]))
  const others = before.filter(({ assetId }) => !wanted.has(assetId))
  const gone = others.flatMap(({ assetId }) => (reaches(assetId) ? [assetId] : []))
  const taken = new Set(
    others.flatMap(({ assetId, position }) => (reaches(assetId) ? [] : [position])),
  )
  let last = 0
  const placed = ids.map((assetId): PlacedAsset => {
    do last += 1
    while (taken.has(last))
    return { assetId, position: last }
  })
  return {
    gone,
    fresh: placed.filter(({ assetId }) => !places.has(assetId)),
    moved: placed.filter(({ assetId, position }) => {
      const was = places.get(assetId)
      return was !== undefined && was !== position
    }),
    size: ids.length + taken.size,
  }
}
