import { purgeAssets, restoreAssets, trashAssets } from '../handlers/bulk-changes.ts'
import { createUploadTicket } from '../handlers/create-upload-ticket.ts'
import { deliverFile } from '../handlers/deliver-file.ts'
import { describeApi } from '../handlers/describe-api.ts'
import { isLive, isReady } from '../handlers/health.ts'
import { getAsset, listAssets } from '../handlers/read-assets.ts'
import { updateAsset } from '../handlers/update-asset.ts'
import { uploadAsset, uploadAssets } from '../handlers/upload-assets.ts'
import type { Route } from './route.ts'

const UPLOAD_ERRORS = [
  'ticket_exhausted',
  'asset_not_found',
  'file_too_large',
  'file_missing',
  'too_many_files',
  'type_not_allowed',
  'digest_mismatch',
  'file_rejected',
  'idempotency_conflict',
  'too_many_requests',
  'insufficient_storage',
] as const

const FILE_ERRORS = [
  'signature_invalid',
  'signature_expired',
  'file_not_found',
  'precondition_failed',
  'range_not_satisfiable',
] as const

/** The whole API: what is routed, checked, answered and described. */
export const ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/assets',
    permission: 'write',
    byTicket: true,
    query: ['with_meta', 'sign'],
    operation: {
      id: 'uploadAsset',
      summary: 'Upload asset',
      headers: ['Idempotency-Key'],
      body: { schema: 'AssetUpload', type: 'multipart' },
      success: { status: 201, description: 'The stored asset.', content: 'AssetDocument' },
      errors: UPLOAD_ERRORS,
    },
    handle: uploadAsset,
  },
  {
    method: 'GET',
    path: '/assets',
    permission: 'read',
    query: ['page', 'per_page', 'filter[trashed]', 'with_meta', 'sign'],
    operation: {
      id: 'listAssets',
      summary: 'Get all assets',
      description: 'Newest first. Follow `links.next`, or pass `page`.',
      success: { status: 200, description: 'One page of assets.', content: 'AssetCollection' },
      errors: [],
    },
    handle: listAssets,
  },
  {
    method: 'POST',
    path: '/assets/bulk-upload',
    permission: 'write',
    byTicket: true,
    query: ['with_meta', 'sign'],
    operation: {
      id: 'uploadAssets',
      summary: 'Bulk upload assets',
      description: 'All files are stored, or none. The answer keeps their order.',
      headers: ['Idempotency-Key'],
      body: { schema: 'BulkUpload', type: 'multipart' },
      success: { status: 201, description: 'The stored assets.', content: 'AssetsDocument' },
      errors: UPLOAD_ERRORS,
    },
    handle: uploadAssets,
  },
  {
    method: 'POST',
    path: '/upload-tickets',
    permission: 'write',
    query: [],
    operation: {
      id: 'createUploadTicket',
      summary: 'Create upload ticket',
      description:
        'Its token uploads as its maker would, a few files, for a short time, and can do nothing else. So a ' +
        'page may have it.',
      body: { schema: 'UploadTicketRequest', type: 'json' },
      success: { status: 201, description: 'The ticket.', content: 'UploadTicketDocument' },
      errors: ['resource_mismatch', 'insufficient_storage'],
    },
    handle: createUploadTicket,
  },
  {
    method: 'POST',
    path: '/assets/bulk-trash',
    permission: 'delete',
    query: [],
    operation: {
      id: 'trashAssets',
      summary: 'Bulk trash assets',
      description: 'All assets are moved to the trash, or none.',
      body: { schema: 'AssetIds', type: 'json' },
      success: { status: 204, description: 'The assets are in the trash.', content: null },
      errors: ['asset_not_found', 'too_many_ids', 'insufficient_storage'],
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
      description: 'All assets are taken back out of the trash, or none.',
      body: { schema: 'AssetIds', type: 'json' },
      success: { status: 204, description: 'The assets are active.', content: null },
      errors: ['asset_not_found', 'too_many_ids', 'insufficient_storage'],
    },
    handle: restoreAssets,
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
  {
    method: 'GET',
    path: '/assets/{assetId}',
    permission: 'read',
    query: ['with_meta', 'sign'],
    operation: {
      id: 'getAsset',
      summary: 'Get asset',
      success: { status: 200, description: 'The asset.', content: 'AssetDocument' },
      errors: ['asset_not_found'],
    },
    handle: getAsset,
  },
  {
    method: 'PATCH',
    path: '/assets/{assetId}',
    permission: 'write',
    query: ['with_meta'],
    operation: {
      id: 'updateAsset',
      summary: 'Update asset',
      body: { schema: 'AssetUpdate', type: 'json' },
      success: { status: 200, description: 'The asset as it is now.', content: 'AssetDocument' },
      errors: ['asset_not_found', 'resource_mismatch', 'insufficient_storage'],
    },
    handle: updateAsset,
  },
  {
    method: 'GET',
    path: '/files/{publicFileId}/content',
    permission: 'read',
    openedBy: 'files',
    signedAs: 'content',
    query: ['variant'],
    operation: {
      id: 'getFileContent',
      summary: 'Serve the file',
      success: { status: 200, description: 'The file, to be shown.', content: 'file' },
      errors: FILE_ERRORS,
    },
    handle: (context) => deliverFile(context, 'inline'),
  },
  {
    method: 'GET',
    path: '/files/{publicFileId}/download',
    permission: 'read',
    openedBy: 'files',
    signedAs: 'download',
    query: ['variant'],
    operation: {
      id: 'downloadFile',
      summary: 'Download the file',
      success: { status: 200, description: 'The file, to be saved.', content: 'file' },
      errors: FILE_ERRORS,
    },
    handle: (context) => deliverFile(context, 'attachment'),
  },
  {
    method: 'GET',
    path: '/health/live',
    permission: null,
    openedBy: 'nature',
    query: [],
    operation: {
      id: 'isLive',
      summary: 'Check that the process answers',
      success: { status: 204, description: 'It does.', content: null },
      errors: [],
    },
    handle: isLive,
  },
  {
    method: 'GET',
    path: '/health/ready',
    permission: null,
    openedBy: 'nature',
    query: [],
    operation: {
      id: 'isReady',
      summary: 'Check that requests can be served',
      description: 'For load balancers. Looks at the records and the files, at most once a second.',
      success: { status: 204, description: 'They can.', content: null },
      errors: ['unavailable'],
    },
    handle: isReady,
  },
  {
    method: 'GET',
    path: '/openapi.json',
    permission: null,
    openedBy: 'publicDescription',
    query: [],
    operation: {
      id: 'describeApi',
      summary: 'Describe the API',
      success: { status: 200, description: 'An OpenAPI 3.1 document.', content: 'Description' },
      errors: [],
    },
    handle: (context) => describeApi(context, ROUTES),
  },
]
