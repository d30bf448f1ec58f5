/** Names that users of other libraries try, and ours for the same. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  auth: ['authenticate'],
  basePath: ['path'],
  blobs: ['files'],
  checksum: ['sha256', 'checksums'],
  connectionString: ['url'],
  dest: ['directory'],
  dir: ['directory'],
  fileName: ['name'],
  filename: ['name'],
  folder: ['directory', 'folderId'],
  hash: ['sha256'],
  images: ['variants'],
  limit: ['perPage'],
  maxFileSize: ['fileSize'],
  metadata: ['records'],
  mount: ['path'],
  mountPath: ['path'],
  originalname: ['name'],
  pageSize: ['perPage'],
  path: ['directory', 'prefix'],
  prefix: ['path'],
  root: ['directory'],
  scopes: ['permissions'],
  title: ['name'],
  user: ['principal'],
}

const HANDLER = 'the handler that serves the store, such as createNodeHandler'

/** Options that users give to the wrong factory or call, and where they belong. */
export const BELONGS: Readonly<Record<string, string>> = {
  allow: 'openAssetStore',
  authenticate: HANDLER,
  baseUrl: HANDLER,
  bucket: 's3',
  connectionString: 'postgres, as url',
  cors: HANDLER,
  directory: 'openAssetStore',
  fileSize: 'openAssetStore, as limits.fileSize',
  filesPerUpload: 'openAssetStore, as limits.filesPerUpload',
  path: "createNodeHandler. Frameworks mount by themselves: app.use('/media', handler), or the prefix of app.register",
  quota: 'openAssetStore',
  scan: 'openAssetStore',
  trustProxy:
    "createNodeHandler. Frameworks decide by themselves: app.set('trust proxy', ...), or Fastify's trustProxy",
  variants: 'openAssetStore',
}
