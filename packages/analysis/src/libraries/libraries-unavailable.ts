/**
 * The worker that runs file-type, or the package itself, is not where it should be: a bundler has left it out. This
 * lasts until the app is built another way.
 */
export class LibrariesUnavailable extends Error {
  override readonly name = 'LibrariesUnavailable'
  readonly code = 'analysis_unavailable'

  constructor(cause?: unknown) {
    super(
      'The worker of @stowage/analysis was not found, so file-type cannot be asked. ' +
        'Your bundler left it out: name the package as external, and install it where the app runs. ' +
        "esbuild: `external: ['@stowage/analysis']`. Vite: `ssr: { external: ['@stowage/analysis'] }`. " +
        "Next.js with webpack: `serverExternalPackages: ['@stowage/analysis']`.",
      cause === undefined ? undefined : { cause },
    )
  }
}

/** Whether an error of Node says that a file or package of the program does not exist. */
export function isModuleMissing(error: unknown): boolean {
  const { code } = Object(error) as { readonly code?: unknown }
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND'
}
