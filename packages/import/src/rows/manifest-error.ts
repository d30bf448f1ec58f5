/** The manifest as a whole cannot be read. The message names the file, and what to do. */
export class ManifestError extends Error {
  override readonly name = 'ManifestError'
}
