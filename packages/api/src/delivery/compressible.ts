/** Pictures, audio and video are compressed already, but for these. */
const MEDIA = /^(?:image|audio|video)\//
const PLAIN_MEDIA =
  /^image\/(?:bmp|x-bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon|vnd\.adobe\.photoshop|vnd\.ms-dds|x-portable-\w+|x-tga|x-xbitmap|x-xpixmap|tiff)$|\+xml$|^(?:audio|video)\/(?:wav|x-wav|vnd\.wave|aiff|x-aiff|l16|basic|mp2t)$/

/**
 * Whether a middleware or a proxy would compress a file of this type. Compressed on its way, it would keep the ETag of
 * the other representation, and its ranges would be parts of something else.
 */
function isCompressible(mimeType: string): boolean {
  return !MEDIA.test(mimeType) || PLAIN_MEDIA.test(mimeType)
}

/** `Cache-Control` of a file of this type. `no-transform` is what compressing middlewares and proxies heed. */
export function fileCacheControl(mimeType: string, cacheControl: string): string {
  return isCompressible(mimeType) ? `${cacheControl}, no-transform` : cacheControl
}
