/** Names that users of other libraries try, and ours for the same. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  auth: ['authenticate'],
  checksum: ['sha256', 'checksums'],
  dest: ['directory'],
  dir: ['directory'],
  fileName: ['name'],
  filename: ['name'],
  folder: ['directory', 'folderId'],
  hash: ['sha256'],
  limit: ['perPage'],
  maxFileSize: ['fileSize'],
  originalname: ['name'],
  pageSize: ['perPage'],
  prefix: ['path'],
  root: ['directory'],
  scopes: ['permissions'],
  title: ['name'],
  user: ['principal'],
}

/** Options of the store that users give to a handler or a call, and where they belong. */
export const BELONGS: Readonly<Record<string, string>> = {
  allow: 'openAssetStore',
  fileSize: 'openAssetStore, as limits.fileSize',
  filesPerUpload: 'openAssetStore, as limits.filesPerUpload',
  quota: 'openAssetStore',
  scan: 'openAssetStore',
}
