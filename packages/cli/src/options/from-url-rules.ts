import { isStowageError, type UploadSource } from '@stowage/core'
import type { FromUrlRules } from '@stowage/from-url'
import { usageError } from '../exit/cli-error.ts'

/** A function that fetches URLs within these rules. A usage error, which names the option, when a rule is wrong. */
export async function fetcherOf(
  rules: FromUrlRules,
  option: string,
): Promise<(url: string) => UploadSource> {
  // Imported here, because other commands start faster without it.
  const { fromUrl } = await import('@stowage/from-url')
  try {
    fromUrl('https://example.com', rules)
  } catch (error) {
    if (isStowageError(error, 'invalid_argument')) throw usageError(`${option}: ${error.message}`)
    // The rules are valid, and exclude this host.
    if (!isStowageError(error, 'url_refused')) throw error
  }
  return (url) => fromUrl(url, rules)
}
