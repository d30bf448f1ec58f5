import { isStowageError, type UploadSource } from '@stowage/core'
import type { FromUrlRules } from '@stowage/from-url'
import { usageError } from '../exit/cli-error.ts'

/** What fetches URLs within these rules. A usage error, which names the option, where a rule is wrong. */
export async function fetcherOf(
  rules: FromUrlRules,
  option: string,
): Promise<(url: string) => UploadSource> {
  // Here, because other commands start faster without it.
  const { fromUrl } = await import('@stowage/from-url')
  try {
    fromUrl('https://example.com', rules)
  } catch (error) {
    if (isStowageError(error, 'invalid_argument')) throw usageError(`${option}: ${error.message}`)
    // The rules are right, and leave out this host.
    if (!isStowageError(error, 'url_refused')) throw error
  }
  return (url) => fromUrl(url, rules)
}
