import { encodeExtended, format } from 'content-disposition'

/** Pictures without script, which browsers show by themselves. */
const PICTURES: ReadonlySet<string> = new Set([
  'image/apng',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/jpeg',
  'image/jxl',
  'image/png',
  'image/tiff',
  'image/vnd.microsoft.icon',
  'image/webp',
  'image/x-icon',
])
const OTHERS: ReadonlySet<string> = new Set(['application/ogg', 'application/pdf', 'text/plain'])
const SVG = 'image/svg+xml'
/** Types that a `<script src>` runs, whatever the other headers say. Served as text, they do not run. */
const SCRIPT = /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live)script/

/** Some clients decode these three characters in a plain `filename`. */
const LOOKS_ENCODED = /%[\da-f]{2}/i

/** Isolates a document: no script, no network, no origin of its own. An SVG keeps its styles and embedded pictures. */
const SANDBOX = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

export interface PresentationFacts {
  readonly name: string
  readonly mimeType: string
  readonly charset: string | null
}

/**
 * Headers that say what a file is and how a browser may show it. Grants `inline` only to what cannot run script in our
 * origin: pictures, audio, video, PDF, plain text, and SVG within a sandbox. Everything else is an attachment, and
 * sandboxed too, for clients that show attachments anyway.
 */
export function presentationHeaders(
  { name, mimeType, charset }: PresentationFacts,
  wanted: 'inline' | 'attachment',
): Readonly<Record<string, string>> {
  const isHarmless = isHarmlessType(mimeType)
  const type = isHarmless || mimeType === SVG ? wanted : 'attachment'
  const mediaType = SCRIPT.test(mimeType) ? 'text/plain' : mimeType
  return {
    'content-type': charset === null ? mediaType : `${mediaType}; charset=${charset}`,
    'content-disposition': format({ type, parameters: nameParameters(name.toWellFormed()) }),
    'x-content-type-options': 'nosniff',
    ...(!isHarmless && { 'content-security-policy': SANDBOX }),
  }
}

/** All clients read ASCII alike; those that know RFC 8187 read the full name. */
function nameParameters(name: string): Readonly<Record<string, string>> {
  const ascii = name.replace(/[^\x20-\x7e]/gu, '_')
  if (ascii === name && !LOOKS_ENCODED.test(name)) return { filename: name }
  return { filename: ascii, 'filename*': encodeExtended(name) }
}

function isHarmlessType(mimeType: string): boolean {
  return (
    PICTURES.has(mimeType) ||
    OTHERS.has(mimeType) ||
    ((mimeType.startsWith('audio/') || mimeType.startsWith('video/')) && !mimeType.endsWith('xml'))
  )
}
