import type { Route } from '../requests/route.ts'
import { appendToUpload } from './append/append-to-upload.ts'
import { createUpload } from './create/create-upload.ts'
import { deleteUpload, getUpload, listUploads } from './uploads.ts'

/** What every request about an upload can be refused with. */
const UPLOAD_ERRORS = [
  'upload_not_found',
  'upload_expired',
  'upload_locked',
  'tus_version',
] as const

/** What its bytes can be refused with. */
const CONTENT_ERRORS = [
  'ticket_exhausted',
  'asset_not_found',
  'folder_not_found',
  'length_mismatch',
  'checksum_mismatch',
  'file_too_large',
  'type_not_allowed',
  'digest_mismatch',
  'location_not_removable',
  'file_rejected',
  'duplicate',
  'external_id_taken',
  'too_many_requests',
  'insufficient_storage',
] as const

const TUS_HEADERS = ['Tus-Resumable', 'Upload-Length', 'Upload-Checksum'] as const

/** The routes of resumable uploads: tus 1.0.0, and the IETF draft, told apart by headers. */
export const UPLOAD_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/uploads',
    permission: 'write',
    byTicket: true,
    needs: 'uploads',
    query: ['with_meta', 'sign'],
    operation: {
      id: 'createUpload',
      summary: 'Begin resumable upload',
      description:
        'With `Tus-Resumable: 1.0.0` as in tus 1.0.0, with `Upload-Complete` as in draft-ietf-httpbis-resumable-upload. ' +
        'What `OPTIONS` answers tells the extensions and the limits.',
      headers: [
        ...TUS_HEADERS,
        'Upload-Defer-Length',
        'Upload-Metadata',
        'Upload-Concat',
        'Upload-Complete',
        'Content-Disposition',
        'Stowage-On-Duplicate',
      ],
      body: { schema: 'UploadBytes', type: 'bytes', optional: true },
      success: { status: 201, description: 'The upload, at `Location`.', content: null },
      errors: ['tus_version', 'direct_not_available', 'too_many_uploads', ...CONTENT_ERRORS],
    },
    handle: createUpload,
  },
  {
    method: 'GET',
    path: '/uploads',
    permission: 'write',
    needs: 'uploads',
    query: ['page[size]', 'page[after]'],
    operation: {
      id: 'listUploads',
      summary: 'Get all uploads',
      description:
        'Unfinished ones, and those that ended within a day, the newest first. Follow `links.next`.',
      success: { status: 200, description: 'One page of uploads.', content: 'UploadCollection' },
      errors: [],
    },
    handle: listUploads,
  },
  {
    method: 'GET',
    path: '/uploads/{uploadId}',
    permission: 'write',
    byTicket: 'late',
    needs: 'uploads',
    query: [],
    operation: {
      id: 'getUpload',
      summary: 'Get upload',
      description:
        'How far it is. `HEAD` stops a request that still writes to it, waits for the asset of an upload that has all ' +
        'its bytes, and answers with `Upload-Offset`.',
      success: { status: 200, description: 'The upload.', content: 'UploadDocument' },
      errors: UPLOAD_ERRORS,
    },
    handle: getUpload,
  },
  {
    method: 'PATCH',
    path: '/uploads/{uploadId}',
    permission: 'write',
    byTicket: 'late',
    needs: 'uploads',
    query: ['with_meta', 'sign'],
    operation: {
      id: 'appendToUpload',
      summary: 'Append to upload',
      description:
        'The bytes from `Upload-Offset` on, as `application/offset+octet-stream` (tus) or `application/partial-upload`. ' +
        'What came of a request that was cut is kept. With the last bytes it becomes an asset.',
      headers: [...TUS_HEADERS, 'Upload-Offset', 'Upload-Complete'],
      body: { schema: 'UploadBytes', type: 'bytes', optional: true },
      success: { status: 204, description: 'The bytes are stored.', content: null },
      errors: [...UPLOAD_ERRORS, 'offset_mismatch', 'upload_finished', ...CONTENT_ERRORS],
    },
    handle: appendToUpload,
  },
  {
    method: 'DELETE',
    path: '/uploads/{uploadId}',
    permission: 'write',
    byTicket: 'late',
    needs: 'uploads',
    query: [],
    operation: {
      id: 'deleteUpload',
      summary: 'Give upload up',
      description: 'Its bytes are deleted. An asset that it became stays.',
      headers: ['Tus-Resumable'],
      success: { status: 204, description: 'It is gone.', content: null },
      errors: [...UPLOAD_ERRORS, 'insufficient_storage'],
    },
    handle: deleteUpload,
  },
]
