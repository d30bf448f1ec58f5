import { existsSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

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

/**
 * Whether an error of Node says that a file or package of the program does not exist, and it does not. Node says so too
 * when it may open no more files.
 */
export function isModuleMissing(error: unknown): boolean {
  const { code, message } = Object(error) as { readonly code?: unknown; readonly message?: unknown }
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return false
  const [, name] = /'([^']+)'/.exec(String(message)) ?? []
  return name === undefined || !isOnDisk(name)
}

/** Whether a file or package is there, for code of this package. Opens no file. */
function isOnDisk(name: string): boolean {
  if (name.startsWith('file:')) return existsSync(fileURLToPath(name))
  if (path.isAbsolute(name)) return existsSync(name)
  // A bundle in CommonJS format has no `import.meta.url`.
  if (import.meta.url?.startsWith('file:') !== true) return false
  const within = path.join('node_modules', ...name.split('/'))
  for (let at = path.dirname(fileURLToPath(import.meta.url)); ; at = path.dirname(at)) {
    if (existsSync(path.join(at, within))) return true
    if (at === path.dirname(at)) return false
  }
}
