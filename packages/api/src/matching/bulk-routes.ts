import type { Route } from '../requests/route.ts'
import {
  markAssets,
  moveAssets,
  purgeAssets,
  restoreAssets,
  tagAssets,
  trashAssets,
} from './bulk-changes.ts'

/** Errors in how the assets are named. */
const SELECTION_ERRORS = ['too_many_ids', 'count_changed', 'too_many_matches'] as const

const BY_FILTER =
  'With `filter` and `expected` in place of `asset_ids` it is for all that match, up to 100,000, in steps: each asset ' +
  'is changed as a whole or not at all. `expected` is `meta.total` of their list; nothing is changed when another ' +
  'number matches.'

/** The routes that change many assets: all or none of those that are named, or each that matches a filter. */
export const BULK_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/assets/bulk-trash',
    permission: 'delete',
    query: [],
    operation: {
      id: 'trashAssets',
      summary: 'Bulk trash assets',
      description: `All assets are moved to the trash, or none. ${BY_FILTER}`,
      body: { schema: 'AssetSelection', type: 'json' },
      success: { status: 204, description: 'The assets are in the trash.', content: null },
      errors: ['asset_not_found', ...SELECTION_ERRORS, 'insufficient_storage'],
    },
    handle: trashAssets,
  },
  {
    method: 'POST',
    path: '/assets/bulk-restore',
    permission: 'write',
    query: [],
    operation: {
      id: 'restoreAssets',
      summary: 'Bulk restore assets',
      description: `All assets are taken back out of the trash, or none. ${BY_FILTER}`,
      body: { schema: 'AssetSelection', type: 'json' },
      success: { status: 204, description: 'The assets are active.', content: null },
      errors: ['asset_not_found', ...SELECTION_ERRORS, 'insufficient_storage'],
    },
    handle: restoreAssets,
  },
  {
    method: 'POST',
    path: '/assets/bulk-move',
    permission: 'write',
    query: [],
    operation: {
      id: 'moveAssets',
      summary: 'Bulk move assets',
      description: `All assets are moved into the folder, or out of all folders, or none is. ${BY_FILTER}`,
      body: { schema: 'AssetMove', type: 'json' },
      success: { status: 204, description: 'The assets lie there.', content: null },
      errors: ['asset_not_found', 'folder_not_found', ...SELECTION_ERRORS, 'insufficient_storage'],
    },
    handle: moveAssets,
  },
  {
    method: 'POST',
    path: '/assets/bulk-tag',
    permission: 'write',
    query: [],
    operation: {
      id: 'tagAssets',
      summary: 'Bulk tag assets',
      description:
        'The tags of all assets are changed, or of none. A tag that is there already stays as it is. ' +
        BY_FILTER,
      body: { schema: 'AssetTagging', type: 'json' },
      success: { status: 204, description: 'The assets have the tags.', content: null },
      errors: ['asset_not_found', 'too_many_tags', ...SELECTION_ERRORS, 'insufficient_storage'],
    },
    handle: tagAssets,
  },
  {
    method: 'POST',
    path: '/assets/bulk-favourite',
    permission: 'write',
    query: [],
    operation: {
      id: 'markAssets',
      summary: 'Bulk mark assets as favourites',
      description: `All assets are marked as favourites, or no longer, or none is. ${BY_FILTER}`,
      body: { schema: 'AssetMarking', type: 'json' },
      success: { status: 204, description: 'The assets are so.', content: null },
      errors: ['asset_not_found', ...SELECTION_ERRORS, 'insufficient_storage'],
    },
    handle: markAssets,
  },
  {
    method: 'DELETE',
    path: '/assets/bulk-permanent',
    permission: 'delete',
    query: [],
    operation: {
      id: 'purgeAssets',
      summary: 'Bulk delete assets (permanent)',
      description:
        'All assets are deleted for good, or none. They must be in the trash. From the answer on nothing ' +
        'gives their records or bytes; the bytes are deleted right afterwards, in the background.',
      body: { schema: 'AssetIds', type: 'json' },
      success: { status: 204, description: 'The assets are gone.', content: null },
      errors: ['asset_not_found', 'not_trashed', 'too_many_ids', 'insufficient_storage'],
    },
    handle: purgeAssets,
  },
]
