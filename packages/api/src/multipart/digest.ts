import { type HttpProblem, problem } from '../problems/problem.ts'

const HEX = /^[0-9a-f]{64}$/i
/** The member of a structured-field dictionary that we check: 32 bytes in base64. */
const SHA_256 = /(?:^|,)[ \t]*sha-256[ \t]*=[ \t]*:([A-Za-z0-9+/]{43}=?):[ \t]*(?:;[^,]*)?(?=,|$)/
const NAMED = /(?:^|,)[ \t]*sha-256[ \t]*=/

/** The SHA-256 in a part's `Content-Digest: sha-256=:…:` (RFC 9530), lower-case hex; `undefined` without one. */
export function sha256OfContentDigest(header: string | undefined): string | undefined {
  if (header === undefined || !NAMED.test(header)) return undefined
  const base64 = SHA_256.exec(header)?.[1]
  if (base64 === undefined) {
    throw unreadable('Write Content-Digest as sha-256=:<32 bytes in base64>:.', {
      header: 'Content-Digest',
    })
  }
  return Buffer.from(base64, 'base64').toString('hex')
}

/** The SHA-256 in the text field `sha256`. */
export function sha256OfField(text: string): string {
  if (HEX.test(text)) return text.toLowerCase()
  throw unreadable('Write sha256 as 64 hexadecimal digits.', { parameter: 'sha256' })
}

function unreadable(
  detail: string,
  source: { header: string } | { parameter: string },
): HttpProblem {
  return problem('invalid_body', detail, { source })
}
