import { ASSET_STATUSES, ASSET_TYPES, MAX_PER_PAGE } from '@stowage/core/internal'
import {
  count,
  dateTime,
  etag,
  exactly,
  nullable,
  page,
  pageLinks,
  ref,
  text,
  uri,
  uuid,
} from '../openapi/schema-parts.ts'
import type { AssetAttributes, AssetMeta } from './asset-resource.ts'
import { EMBEDDED_SCHEMAS } from './embedded-meta.ts'
import { OWN_DATA_SCHEMAS } from './own-data-schemas.ts'
import { PICTURE_SCHEMAS } from './picture-meta.ts'

/** The JSON:API type of assets. */
export const assetsType = { type: 'string', const: 'assets' } as const

const ATTRIBUTES: Readonly<Record<keyof AssetAttributes, object>> = {
  name: { type: 'string', minLength: 1, description: 'File name.' },
  type: { type: 'string', enum: ASSET_TYPES },
  extension: { type: 'string', minLength: 1, description: 'Without dot, of the detected type.' },
  mime_type: { type: 'string', pattern: '^[^/;\\s]+/[^/;\\s]+$', description: 'Detected.' },
  size: { ...count, description: 'Bytes.' },
  folder_id: nullable(uuid),
  created_at: dateTime,
  updated_at: dateTime,
  width: { ...nullable(count), description: 'Pixels, as displayed.' },
  height: { ...nullable(count), description: 'Pixels, as displayed.' },
  duration_seconds: {
    ...nullable({ type: 'number', minimum: 0 }),
    description: 'Of audio and video.',
  },
  optimized_size: { ...nullable(count), description: 'Bytes of the optimized version.' },
  is_favourite: { ...nullable({ type: 'boolean' }), description: 'Null in answers to uploads.' },
  status: {
    type: 'string',
    enum: ASSET_STATUSES,
    description: '`ready`: the file can be served.',
  },
  public_file_id: uuid,
  url: uri,
  thumbnail_url: nullable(uri),
  download_url: uri,
}

const META: Readonly<Record<keyof AssetMeta, object>> = {
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  created_by: nullable(text),
  trashed_at: nullable(dateTime),
  facts: { anyOf: [ref('EmbeddedFacts'), { type: 'null' }] },
  ...PICTURE_SCHEMAS,
  external_id: nullable(text),
  ...OWN_DATA_SCHEMAS,
  etag,
  signed: { ...ref('SignedUrls'), description: 'Only with `sign`. The others: `with_meta=1`.' },
}

/** The schemas of assets in answers, alone and in lists. */
export const ASSET_SCHEMAS: Readonly<
  Record<
    | 'Asset'
    | 'AssetAttributes'
    | 'AssetMeta'
    | 'AssetOwnData'
    | 'EmbeddedFacts'
    | 'SignedUrls'
    | 'AssetDocument'
    | 'AssetsDocument'
    | 'AssetCollection'
    | 'AssetCursorCollection'
    | 'AssetList',
    object
  >
> = {
  Asset: exactly(
    {
      id: uuid,
      type: assetsType,
      attributes: ref('AssetAttributes'),
      meta: ref('AssetMeta'),
    },
    ['meta'],
  ),
  AssetAttributes: exactly(ATTRIBUTES),
  AssetMeta: exactly(META, Object.keys(META)),
  AssetOwnData: exactly(OWN_DATA_SCHEMAS, Object.keys(OWN_DATA_SCHEMAS)),
  EmbeddedFacts: exactly(EMBEDDED_SCHEMAS),
  SignedUrls: exactly({
    url: uri,
    thumbnail_url: nullable(uri),
    download_url: uri,
    expires_at: dateTime,
  }),
  AssetDocument: exactly({ data: ref('Asset') }),
  AssetsDocument: exactly({ data: { type: 'array', items: ref('Asset') } }),
  AssetCollection: exactly({
    data: { type: 'array', items: ref('Asset') },
    links: pageLinks,
    meta: page,
  }),
  AssetCursorCollection: exactly({
    data: { type: 'array', items: ref('Asset') },
    links: exactly({ first: uri, prev: nullable(uri), next: nullable(uri) }),
    meta: exactly({
      path: uri,
      per_page: { type: 'integer', minimum: 1, maximum: MAX_PER_PAGE },
      total: count,
    }),
  }),
  AssetList: { anyOf: [ref('AssetCollection'), ref('AssetCursorCollection')] },
}
