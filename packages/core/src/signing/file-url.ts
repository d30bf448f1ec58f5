import type { Check } from '../options/check-options.ts'
import { oneOf, stringThat } from '../options/checks.ts'
import type { SignedFile } from './canonical-text.ts'

/** The `route` of a file's URL. */
export const checkRoute: Check = oneOf('content', 'download')

/** What URLs begin with, up to `/api/v1`. */
export const checkBaseUrl: Check = stringThat(
  'what URLs begin with, such as https://example.com/media or /media',
  (value) => /^(?:https?:\/\/[^/?#\s]+)?(?:\/[^?#\s]*)?$/i.test(value) && !value.startsWith('//'),
)

/** The URL of a file below `baseUrl`. Parameters that are `undefined` or `null` are left out. */
export function fileUrl(
  baseUrl: string,
  { publicFileId, route, variant }: SignedFile,
  more: Readonly<Record<string, string | null | undefined>> = {},
): string {
  const query = Object.entries({ variant, ...more })
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&')
  const root = baseUrl.replace(/\/+$/, '')
  return `${root}/api/v1/files/${publicFileId}/${route}${query && `?${query}`}`
}
