import { ASSET_TYPES } from '@stowage/core/internal'
import { permissions } from '../keys/key-schemas.ts'
import {
  count,
  dateTime,
  etag,
  exactly,
  nullable,
  page,
  pageLinks,
  ref,
  requestDocument,
  text,
  uuid,
} from '../openapi/schema-parts.ts'
import { typedName } from '../openapi/text-schemas.ts'

const folders = { type: 'string', const: 'folders' } as const
const folderName = { ...typedName, description: 'No path.' } as const
const parentId = {
  ...nullable(uuid),
  description: 'The folder that it lies in; null: at the top.',
}

/** The schemas of folders, and of the usage of a tenant. */
export const FOLDER_SCHEMAS: Readonly<
  Record<
    | 'Folder'
    | 'FolderDocument'
    | 'FolderCollection'
    | 'FolderRequest'
    | 'FolderUpdate'
    | 'Usage'
    | 'UsageDocument',
    object
  >
> = {
  Folder: exactly(
    {
      id: uuid,
      type: folders,
      attributes: exactly({
        name: folderName,
        parent_id: parentId,
        path: {
          type: 'array',
          items: text,
          minItems: 1,
          description: 'The names of the folders from the top down to it, its own last.',
        },
        created_at: dateTime,
        updated_at: dateTime,
      }),
      meta: exactly({
        folders: { ...count, description: 'Directly in it.' },
        assets: { ...count, description: 'Active ones, directly in it.' },
        bytes: { ...count, description: 'Of these assets, with their variants.' },
        created_by: {
          ...nullable(text),
          description: 'The principal whose folder it is; null: that of the whole store.',
        },
        etag,
      }),
    },
    ['meta'],
  ),
  FolderDocument: exactly({ data: ref('Folder') }),
  FolderCollection: exactly({
    data: { type: 'array', items: ref('Folder') },
    links: pageLinks,
    meta: page,
  }),
  FolderRequest: requestDocument({
    type: folders,
    attributes: exactly({ name: folderName, parent_id: parentId }, ['parent_id']),
  }),
  FolderUpdate: requestDocument(
    {
      type: folders,
      id: uuid,
      attributes: exactly({ name: folderName, parent_id: parentId }, ['name', 'parent_id']),
    },
    ['attributes'],
  ),
  Usage: exactly(
    {
      id: { ...text, description: 'The tenant.' },
      type: { type: 'string', const: 'usage' },
      attributes: exactly({
        assets: { ...count, description: 'Active ones.' },
        bytes: { ...count, description: 'Of the active ones, with their variants.' },
        trashed_assets: count,
        trashed_bytes: count,
        by_type: {
          type: ['object', 'null'],
          properties: Object.fromEntries(
            ASSET_TYPES.map((type) => [type, exactly({ assets: count, bytes: count })]),
          ),
          required: ASSET_TYPES,
          additionalProperties: false,
          description: 'Active ones. Null for callers who see only a part of the tenant.',
        },
        quota: {
          type: ['object', 'null'],
          properties: { bytes: nullable(count), assets: nullable(count) },
          required: ['bytes', 'assets'],
          additionalProperties: false,
          description:
            'What the tenant may have, its trash included; null: as much as it likes. Null as a whole for callers who see only a part of the tenant.',
        },
      }),
      meta: exactly({
        permissions: { ...permissions, description: 'What the caller may do.' },
        version_bytes: {
          ...nullable(count),
          description:
            'Of contents that were replaced and can be restored; they count for the quota. Null for callers who see only a part of the tenant.',
        },
        webhooks: {
          type: 'boolean',
          description:
            'Whether the caller manages webhooks: the service has them, and the permissions are enough.',
        },
      }),
    },
    ['meta'],
  ),
  UsageDocument: exactly({ data: ref('Usage') }),
}
