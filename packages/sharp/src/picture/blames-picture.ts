/** What libvips, its decoders and V8 say when the machine is to blame, not the picture. */
const OF_MACHINE =
  /out of memory|insufficient memory|memory allocation|(cannot|could not|failed to|unable to) (allocate|malloc)|allocation failed|(create|start)\w* (a )?thread|resource temporarily unavailable|too many open files|no space left|^timeout:/i
/**
 * What is the picture's fault even when the message mentions memory: to exceed a decoder's limit, and for libheif every
 * reason that it names, such as a width of zero. It is short of memory when it names none (`Error::error_struct`).
 */
const OF_PICTURE = /limit|memory allocation error: (?!unspecified|.*compression)/i

/**
 * Whether this error says that the picture cannot be decoded. Errors with a `code` come from the system or
 * from Node. So do range errors (a buffer that cannot be allocated) and type errors (a bug of this package).
 */
export function blamesPicture(error: unknown): boolean {
  const { code, name, message } = (error ?? {}) as Partial<NodeJS.ErrnoException>
  if (code !== undefined || name === 'RangeError' || name === 'TypeError') return false
  const text = String(message)
  return !OF_MACHINE.test(text) || OF_PICTURE.test(text)
}
