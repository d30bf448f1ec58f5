/** A manifest that cannot be read as a whole. The message names the file, and what to do. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}
