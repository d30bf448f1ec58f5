import type { AssetAttributes, AssetMeta } from '@stowage/client'
import type { Focus, Asset as StoreAsset } from '@stowage/core'
import {
  amount,
  answered,
  type Form,
  flag,
  listOf,
  number,
  object,
  orElse,
  orNull,
  recordOf,
  scalar,
  text,
  time,
  uuid,
  whole,
} from './answered.ts'
import { type FactsItem, factsForm, factsItem } from './facts-item.ts'

/** Members that only a browser, or a program that requests again, can use. */
type NotShown =
  | 'url'
  | 'thumbnail_url'
  | 'download_url'
  | 'optimized_size'
  | 'etag'
  | 'signed'
  | 'placeholder'
  | 'color'
  | 'srcset'
type Answered = Omit<AssetAttributes, NotShown> & Required<Omit<AssetMeta, NotShown>>

/** An asset as commands show it, by the names of the HTTP API, whether it comes from a store or from a service. */
export interface AssetItem
  extends Readonly<Omit<Answered, 'type' | 'status' | 'is_favourite' | 'tags' | 'facts'>> {
  readonly id: string
  /** A later service may send another word. */
  readonly type: string
  readonly status: string
  readonly is_favourite: boolean
  readonly tags: readonly string[]
  readonly facts: FactsItem | null
}

/** A member of an item: how to read it from an answer, and how to get it from a store. */
interface ItemField<Value> {
  readonly form: Form<Value>
  readonly of: (asset: StoreAsset) => Value
}
type ItemFields<Names extends keyof AssetItem> = {
  readonly [Name in Names]: ItemField<AssetItem[Name]>
}
const field = <Value>(form: Form<Value>, of: (asset: StoreAsset) => Value): ItemField<Value> => ({
  form,
  of,
})

const point: Form<Focus> = (value) =>
  object(value) && answered('a focus', value, { x: number, y: number })

/** `null` in the answer to an upload. */
const flagOrUnset: Form<boolean> = (value) => (value === null ? false : flag(value))

/** Members from the attributes, without the URLs, which are for browsers. */
const ATTRIBUTES: ItemFields<Exclude<keyof AssetAttributes, NotShown>> = {
  public_file_id: field(uuid, ({ publicFileId }) => publicFileId),
  name: field(text, ({ name }) => name),
  type: field(text, ({ type }) => type),
  mime_type: field(text, ({ mimeType }) => mimeType),
  extension: field(text, ({ extension }) => extension),
  size: field(whole, ({ size }) => size),
  width: field(orNull(whole), ({ width }) => width),
  height: field(orNull(whole), ({ height }) => height),
  duration_seconds: field(orNull(amount), ({ durationSeconds }) => durationSeconds),
  status: field(text, ({ status }) => status),
  is_favourite: field(flagOrUnset, ({ isFavourite }) => isFavourite),
  folder_id: field(orNull(uuid), ({ folderId }) => folderId),
  created_at: field(time, ({ createdAt }) => createdAt),
  updated_at: field(time, ({ updatedAt }) => updatedAt),
}

/** Members from `meta`. */
const META: ItemFields<Exclude<keyof AssetMeta, NotShown>> = {
  sha256: field(orElse(text, ''), ({ sha256 }) => sha256),
  facts: field(factsForm, ({ embedded }) => factsItem(embedded)),
  external_id: field(orElse(orNull(text), null), ({ externalId }) => externalId),
  title: field(orElse(orNull(text), null), ({ title }) => title),
  alt: field(orElse(recordOf(text), {}), ({ alt }) => alt),
  tags: field(orElse(listOf(text), []), ({ tags }) => tags),
  metadata: field(orElse(recordOf(scalar), {}), ({ metadata }) => metadata),
  focus: field(orElse(orNull(point), null), ({ focus }) => focus),
  created_by: field(orElse(orNull(text), null), ({ createdBy }) => createdBy),
  trashed_at: field(orElse(orNull(time), null), ({ trashedAt }) => trashedAt),
}

const FIELDS = Object.entries<ItemField<unknown>>({ ...ATTRIBUTES, ...META })

/** An asset from a store. */
export function itemOfStore(asset: StoreAsset): AssetItem {
  const members = FIELDS.map(([name, { of }]) => [name, of(asset)])
  return { id: asset.id, ...Object.fromEntries(members) }
}

const ATTRIBUTE_FORMS = formsOf(ATTRIBUTES)
const META_FORMS = formsOf(META)
const RESOURCE = { id: uuid, attributes: object, meta: orElse(object, {}) }

/** An asset from the answer to a request with `with_meta`. */
export function itemOfServer(asset: unknown): AssetItem {
  const { id, attributes, meta } = answered('an asset', asset, RESOURCE)
  return {
    id,
    ...answered('an asset', attributes, ATTRIBUTE_FORMS),
    ...answered('an asset', meta, META_FORMS),
  }
}

function formsOf<Names extends keyof AssetItem>(fields: ItemFields<Names>) {
  const forms = Object.entries<ItemField<unknown>>(fields).map(([name, { form }]) => [name, form])
  return Object.fromEntries(forms) as { readonly [Name in Names]: Form<AssetItem[Name]> }
}
