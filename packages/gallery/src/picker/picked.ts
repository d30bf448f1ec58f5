/** A file as the API describes it, in `event.detail.assets` of `pick`. */
export interface PickedAsset {
  readonly id: string
  readonly type: 'assets'
  readonly attributes: {
    readonly name: string
    readonly mime_type: string
    readonly url: string
    readonly [attribute: string]: unknown
  }
  readonly meta?: { readonly [name: string]: unknown }
}

/** The assets in a `pick` message of the page; `null` for any other message. */
export function pickedOf(data: unknown): readonly PickedAsset[] | null {
  const { stowage, assets } = Object(data) as { stowage?: unknown; assets?: unknown }
  return stowage === 'pick' && Array.isArray(assets) && assets.every(isAsset) ? assets : null
}

function isAsset(value: unknown): value is PickedAsset {
  const { id, attributes } = Object(value) as { id?: unknown; attributes?: unknown }
  const { name } = Object(attributes) as { name?: unknown }
  return typeof id === 'string' && typeof name === 'string'
}
