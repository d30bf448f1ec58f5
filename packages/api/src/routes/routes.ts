import { CONTENT_ROUTES } from '../assets/content-routes.ts'
import { getAsset, listAssets } from '../assets/read-assets.ts'
import { updateAsset } from '../assets/update-asset.ts'
import { EVENT_ROUTES } from '../events/event-routes.ts'
import { deliverFile } from '../files/deliver-file.ts'
import { FOLDER_ROUTES } from '../folders/folder-routes.ts'
import { FILTER_NAMES } from '../http/query/filter-parameters.ts'
import { JOB_ROUTES } from '../jobs/job-routes.ts'
import { KEY_ROUTES } from '../keys/key-routes.ts'
import { BULK_ROUTES } from '../matching/bulk-routes.ts'
import { describeApi } from '../openapi/describe-api.ts'
import { isLive, isReady } from '../requests/health.ts'
import { isThere } from '../requests/needs.ts'
import type { RequestContext } from '../requests/request-context.ts'
import type { Route } from '../requests/route.ts'
import { UPLOAD_ROUTES } from '../resumable/upload-routes.ts'
import { createUploadTicket } from '../tickets/create-upload-ticket.ts'
import { uploadAsset, uploadAssets } from '../uploads/upload-assets.ts'
import { URL_ROUTES } from '../uploads/url-routes.ts'
import { readUsage } from '../usage/read-usage.ts'
import { WEBHOOK_ROUTES } from '../webhooks/webhook-routes.ts'

const UPLOAD_ERRORS = [
  'ticket_exhausted',
  'asset_not_found',
  'folder_not_found',
  'file_too_large',
  'file_missing',
  'too_many_files',
  'type_not_allowed',
  'digest_mismatch',
  'location_not_removable',
  'file_rejected',
  'idempotency_conflict',
  'duplicate',
  'external_id_taken',
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

/** The whole API: what is routed, checked, answered and described. Some routes need an option. */
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
      description:
        'As a form; or as the body itself, of any other type, with the name in `Content-Disposition`, or with ' +
        '`Upload-Complete`: `?0` begins a resumable upload, which goes on at `Location`.',
      headers: ['Idempotency-Key', 'Stowage-On-Duplicate', 'Content-Disposition'],
      body: { schema: 'AssetUpload', type: 'file' },
      success: {
        status: 201,
        description: 'The stored asset.',
        whenThere: 'The asset with the same bytes, by `Stowage-On-Duplicate: return`.',
        content: 'AssetDocument',
      },
      errors: [...UPLOAD_ERRORS, 'length_mismatch', 'too_many_uploads'],
    },
    handle: uploadAsset,
  },
  {
    method: 'GET',
    path: '/assets',
    permission: 'read',
    query: [
      'page',
      'per_page',
      'page[size]',
      'page[after]',
      'page[before]',
      ...FILTER_NAMES,
      'filter[trashed]',
      'sort',
      'with_meta',
      'sign',
    ],
    operation: {
      id: 'listAssets',
      summary: 'Get all assets',
      description:
        'Newest first unless `sort` says otherwise. All filters must hold. Follow `links.next`, or pass `page`. Once a ' +
        '`page[…]` is given, links have cursors: each page costs the same, however many came before it.',
      success: { status: 200, description: 'One page of assets.', content: 'AssetList' },
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
      headers: ['Idempotency-Key', 'Stowage-On-Duplicate'],
      body: { schema: 'BulkUpload', type: 'multipart' },
      success: {
        status: 201,
        description: 'The stored assets.',
        whenThere: 'All were there, by `Stowage-On-Duplicate: return`.',
        content: 'AssetsDocument',
      },
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
      errors: ['folder_not_found', 'resource_mismatch', 'insufficient_storage'],
    },
    handle: createUploadTicket,
  },
  ...URL_ROUTES,
  ...UPLOAD_ROUTES,
  ...BULK_ROUTES,
  {
    method: 'GET',
    path: '/assets/{assetId}',
    permission: 'read',
    byExternalId: 'get',
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
      description:
        'What is left out stays as it is. With `If-Match`, only if the asset has not changed meanwhile.',
      headers: ['If-Match'],
      body: { schema: 'AssetUpdate', type: 'json' },
      success: { status: 200, description: 'The asset as it is now.', content: 'AssetDocument' },
      errors: [
        'asset_not_found',
        'folder_not_found',
        'resource_mismatch',
        'precondition_failed',
        'insufficient_storage',
      ],
    },
    handle: updateAsset,
  },
  ...CONTENT_ROUTES,
  {
    method: 'GET',
    path: '/files/{publicFileId}/content',
    permission: 'read',
    openedBy: 'files',
    signedAs: 'content',
    byExternalId: 'content',
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
    byExternalId: 'download',
    query: ['variant'],
    operation: {
      id: 'downloadFile',
      summary: 'Download the file',
      success: { status: 200, description: 'The file, to be saved.', content: 'file' },
      errors: FILE_ERRORS,
    },
    handle: (context) => deliverFile(context, 'attachment'),
  },
  ...FOLDER_ROUTES,
  ...KEY_ROUTES,
  ...JOB_ROUTES,
  ...EVENT_ROUTES,
  ...WEBHOOK_ROUTES,
  {
    method: 'GET',
    path: '/usage',
    permission: 'read',
    query: ['with_meta'],
    operation: {
      id: 'getUsage',
      summary: 'Get usage',
      description:
        'How many assets there are, and how many bytes they have with their variants. With `with_meta=1` also what the ' +
        'caller may do.',
      success: { status: 200, description: 'The usage of the tenant.', content: 'UsageDocument' },
      errors: [],
    },
    handle: readUsage,
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
    handle: (context) => describeApi(context, routesOf(context)),
  },
]

/** Those that a service has. */
function routesOf({ fromUrl, store }: RequestContext): readonly Route[] {
  const routes = fromUrl === null ? ROUTES_BY_DEFAULT : ROUTES
  return routes.filter(({ needs }) => needs === undefined || isThere(needs, store))
}

/** Those that need no option. */
export const ROUTES_BY_DEFAULT: readonly Route[] = ROUTES.filter(
  ({ onlyWith }) => onlyWith === undefined,
)
