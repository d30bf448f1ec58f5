/** The one map from codes to statuses, with a title that is the same for every occurrence. */
export const PROBLEMS = {
  malformed_request: { status: 400, title: 'Malformed request' },
  invalid_parameter: { status: 400, title: 'Invalid query parameter' },
  unauthenticated: { status: 401, title: 'API key missing or invalid' },
  forbidden: { status: 403, title: 'Permission missing' },
  asset_not_found: { status: 404, title: 'Asset not found' },
  file_not_found: { status: 404, title: 'File not found' },
  route_not_found: { status: 404, title: 'Route not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  not_acceptable: { status: 406, title: 'Not acceptable' },
  request_timeout: { status: 408, title: 'Request body too slow' },
  not_trashed: { status: 409, title: 'Asset not in the trash' },
  resource_mismatch: { status: 409, title: 'Resource does not match the URL' },
  precondition_failed: { status: 412, title: 'Precondition failed' },
  file_too_large: { status: 413, title: 'File too large' },
  body_too_large: { status: 413, title: 'Request body too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  range_not_satisfiable: { status: 416, title: 'Range not satisfiable' },
  invalid_body: { status: 422, title: 'Invalid request body' },
  file_missing: { status: 422, title: 'File missing' },
  too_many_files: { status: 422, title: 'Too many files' },
  too_many_ids: { status: 422, title: 'Too many ids' },
  type_not_allowed: { status: 422, title: 'File type not allowed' },
  digest_mismatch: { status: 422, title: 'Digest mismatch' },
  file_rejected: { status: 422, title: 'File rejected' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  internal_error: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Service unavailable' },
  insufficient_storage: { status: 507, title: 'Insufficient storage' },
} as const

/** Every `code` that an error answer can hold. Stable: clients switch on it. */
export type ProblemCode = keyof typeof PROBLEMS
