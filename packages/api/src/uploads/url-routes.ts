import type { Route } from '../requests/route.ts'
import { uploadFromUrl } from './upload-from-url.ts'

/** The routes that make the service itself fetch something. */
export const URL_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/assets/from-url',
    permission: 'write',
    onlyWith: 'fromUrl',
    query: ['with_meta', 'sign'],
    operation: {
      id: 'uploadFromUrl',
      summary: 'Upload asset by its URL',
      description:
        'The service fetches the file, from a machine of the public internet alone, and stores it as an upload. ' +
        'Where this is not switched on, there is no such route.',
      headers: ['Idempotency-Key', 'Stowage-On-Duplicate'],
      body: { schema: 'UrlUpload', type: 'json' },
      success: {
        status: 201,
        description: 'The stored asset.',
        whenThere: 'The asset with the same bytes, by `Stowage-On-Duplicate: return`.',
        content: 'AssetDocument',
      },
      errors: [
        'url_refused',
        'url_failed',
        'asset_not_found',
        'folder_not_found',
        'file_too_large',
        'type_not_allowed',
        'file_rejected',
        'idempotency_conflict',
        'duplicate',
        'too_many_requests',
        'insufficient_storage',
      ],
    },
    handle: uploadFromUrl,
  },
]
