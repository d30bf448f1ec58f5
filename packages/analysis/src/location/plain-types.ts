/** Types of pictures and videos that have no room for the location where they were taken. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set([
  ...['image/bmp', 'image/x-icon', 'image/x-cursor', 'image/icns', 'image/x-tga', 'image/x-qoi'],
  ...['image/vnd.zbrush.pcx', 'image/x-dcx', 'image/sgi', 'image/x-pict', 'image/wmf', 'image/emf'],
  ...['image/x-portable-arbitrarymap', 'image/x-portable-bitmap', 'image/x-portable-floatmap'],
  ...['image/x-portable-graymap', 'image/x-portable-pixmap', 'image/x-xbitmap'],
  ...['image/x-xpixmap', 'image/x-xwindowdump', 'image/vnd.radiance', 'image/vnd.ms-dds'],
  ...['image/ktx', 'image/ktx2', 'image/jls'],
  ...['video/h264', 'video/h265', 'video/mp2t', 'video/mpeg', 'video/x-flc', 'video/x-yuv4mpeg'],
])
