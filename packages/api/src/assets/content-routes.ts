import type { Route } from '../requests/route.ts'
import { copyAsset } from './copy-asset.ts'
import { replaceContent } from './replace-content.ts'

/** The routes that give an asset other bytes, or give its bytes to a new asset. */
export const CONTENT_ROUTES: readonly Route[] = [
  {
    method: 'PUT',
    path: '/assets/{assetId}/content',
    permission: 'write',
    query: ['with_meta'],
    operation: {
      id: 'replaceContent',
      summary: 'Replace the file',
      description:
        'The asset gets other bytes and keeps its id, its URLs, its name and its own data. Type and size are those of the ' +
        'new bytes. Send a form with one file, or the bytes themselves as the body, of any type but that of a form. ' +
        'The same bytes again change nothing.',
      headers: ['If-Match', 'Content-Disposition'],
      body: { schema: 'ContentReplacement', type: 'file' },
      success: { status: 200, description: 'The asset as it is now.', content: 'AssetDocument' },
      errors: [
        'asset_not_found',
        'scan_pending',
        'precondition_failed',
        'file_too_large',
        'file_missing',
        'too_many_files',
        'type_not_allowed',
        'digest_mismatch',
        'location_not_removable',
        'file_rejected',
        'too_many_requests',
        'insufficient_storage',
      ],
    },
    handle: replaceContent,
  },
  {
    method: 'POST',
    path: '/assets/{assetId}/copy',
    permission: 'write',
    query: ['with_meta', 'sign'],
    operation: {
      id: 'copyAsset',
      summary: 'Copy asset',
      description:
        'A new asset with bytes of its own, and the own data of the first. Without a body also with its name and folder.',
      headers: ['Idempotency-Key'],
      body: { schema: 'AssetCopy', type: 'json', optional: true },
      success: { status: 201, description: 'The copy.', content: 'AssetDocument' },
      errors: [
        'asset_not_found',
        'file_not_found',
        'folder_not_found',
        'type_not_allowed',
        'file_too_large',
        'file_rejected',
        'idempotency_conflict',
        'too_many_requests',
        'insufficient_storage',
      ],
    },
    handle: copyAsset,
  },
]
