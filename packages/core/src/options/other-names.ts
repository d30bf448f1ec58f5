/** Names that users of other libraries try, and ours for the same. */
export const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  auth: ['authenticate'],
  basePath: ['path'],
  checksum: ['sha256', 'checksums'],
  dest: ['directory'],
  dir: ['directory'],
  fileName: ['name'],
  filename: ['name'],
  folder: ['directory', 'folderId'],
  hash: ['sha256'],
  images: ['variants'],
  limit: ['perPage'],
  maxFileSize: ['fileSize'],
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
  blobs: 'createAssetStore',
  bucket: 'createS3Blobs',
  connectionString: 'openPostgresMetadata',
  cors: HANDLER,
  directory: 'openAssetStore',
  fileSize: 'openAssetStore, as limits.fileSize',
  filesPerUpload: 'openAssetStore, as limits.filesPerUpload',
  metadata: 'createAssetStore, as what keeps the records',
  path: "createNodeHandler. Frameworks mount by themselves: app.use('/media', handler), or the prefix of app.register",
  quota: 'openAssetStore',
  scan: 'openAssetStore',
  trustProxy:
    "createNodeHandler. Frameworks decide by themselves: app.set('trust proxy', ...), or Fastify's trustProxy",
  variants: 'openAssetStore',
}
