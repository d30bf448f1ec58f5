import type { IncomingHttpHeaders } from 'node:http'
import { fileNameOf } from '@stowage/core/internal'

/**
 * The name that the host gives the file: from `Content-Disposition`, else the last part of the URL's path. Data, never
 * a path.
 */
export function remoteName(headers: IncomingHttpHeaders, { pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return fileNameOf(headers['content-disposition'] ?? '')?.name ?? decoded(last) ?? last
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
