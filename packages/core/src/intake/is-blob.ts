/**
 * Whether `source` is a `Blob`, a `File` included, of whatever realm or implementation: the one of a test
 * environment or of a framework is often not Node's.
 */
export function isBlob(source: unknown): source is Blob {
  if (typeof source !== 'object' || source === null) return false
  const { size, slice, arrayBuffer } = source as Partial<Blob>
  return (
    typeof size === 'number' && typeof slice === 'function' && typeof arrayBuffer === 'function'
  )
}
