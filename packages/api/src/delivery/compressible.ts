/** Pictures, audio and video are compressed already, except for `PLAIN_MEDIA`. */
const MEDIA = /^(?:image|audio|video)\//
const PLAIN_MEDIA =
  /^image\/(?:bmp|x-bmp|x-ms-bmp|x-icon|vnd\.microsoft\.icon|vnd\.adobe\.photoshop|vnd\.ms-dds|x-portable-\w+|x-tga|x-xbitmap|x-xpixmap|tiff)$|\+xml$|^(?:audio|video)\/(?:wav|x-wav|vnd\.wave|aiff|x-aiff|l16|basic|mp2t)$/

/**
 * Whether a middleware or a proxy would compress a file of this type. The compressed file would keep the ETag of the
 * uncompressed one, and its ranges would be parts of other bytes.
 */
function isCompressible(mimeType: string): boolean {
  return !MEDIA.test(mimeType) || PLAIN_MEDIA.test(mimeType)
}

/** `Cache-Control` of a file of this type. Compressing middlewares and proxies heed `no-transform`. */
export function fileCacheControl(mimeType: string, cacheControl: string): string {
  return isCompressible(mimeType) ? `${cacheControl}, no-transform` : cacheControl
}
