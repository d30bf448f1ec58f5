import type { IncomingHttpHeaders } from 'node:http'

const EXTENDED = /(?:^|;)\s*filename\*\s*=\s*(?:UTF-8|ISO-8859-1)'[^']*'([^;\s]+)/i
const QUOTED = /(?:^|;)\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i
const PLAIN = /(?:^|;)\s*filename\s*=\s*([^";\s]+)/i

/** What the host calls the file: as `Content-Disposition` says, else the last part of the path. Data, never a path. */
export function remoteName(headers: IncomingHttpHeaders, { pathname }: URL): string {
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  return nameOf(headers['content-disposition'] ?? '') ?? decoded(last) ?? last
}

/** Of RFC 6266. What is not written as it says counts as not said. */
function nameOf(disposition: string): string | undefined {
  const extended = EXTENDED.exec(disposition)?.[1]
  const name = extended === undefined ? undefined : decoded(extended)
  if (name !== undefined) return name
  const quoted = QUOTED.exec(disposition)?.[1]?.replace(/\\(.)/g, '$1')
  const plain = quoted ?? PLAIN.exec(disposition)?.[1]
  // Node reads headers as Latin-1, and hosts write UTF-8.
  return plain === undefined ? undefined : utf8Of(plain)
}

function utf8Of(text: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
