import { extensionOf } from '../facts/file-name.ts'
import { isTable } from './comma-separated.ts'
import { markupTypeOf, xhtmlNamed } from './markup.ts'
import { NAMED_TEXT } from './named-text.ts'

/** A kind of text. */
interface TextType {
  readonly mimeType: string
  /** Set when it is not the usual one of the type. */
  readonly extension?: string
}

/**
 * What kind of text this is. Text that announces itself (markup, calendars, mail, JSON …) is that kind, under any
 * name. For other text the name may say which kind of plain text it is.
 */
export function textTypeOf(text: string, name: string, isWhole: boolean): TextType {
  const announced = announcedType(text, name, isWhole)
  if (announced) return announced
  const extension = extensionOf(name)
  const named = extension === undefined ? undefined : NAMED_TEXT.get(extension)
  if (named && extension !== undefined) return { mimeType: named, extension }
  return { mimeType: isTable(text, isWhole) ? 'text/csv' : 'text/plain' }
}

/** Whether files of this name are usually text. */
export function isTextName(name: string): boolean {
  const extension = extensionOf(name) ?? ''
  return NAMED_TEXT.has(extension) || OTHER_TEXT_NAMES.has(extension)
}

/** Names of text that announces itself. */
const OTHER_TEXT_NAMES: ReadonlySet<string> = new Set(
  'asc cue eml htm html ics json nfo prn reg rtf sgm sgml srt svg vcf vtt xhtml xml'.split(' '),
)

/** The text type that a name alone claims, for files without content. */
export function textTypeOfName(name: string): TextType | undefined {
  const extension = extensionOf(name)
  const mimeType = extension === undefined ? undefined : NAMED_TEXT.get(extension)
  return mimeType && extension !== undefined ? { mimeType, extension } : undefined
}

function announcedType(text: string, name: string, isWhole: boolean): TextType | undefined {
  const start = text.slice(0, 1024)
  const claimed = extensionOf(name)
  if (claimed === 'eml' && MAILBOX.test(start)) return { mimeType: 'message/rfc822' }
  for (const [pattern, mimeType, extension] of ANNOUNCED) {
    if (pattern.test(start)) return extension ? { mimeType, extension } : { mimeType }
  }
  const markup = markupTypeOf(text)
  if (markup === 'application/xml') return xmlNamed(name)
  if (markup === 'application/rdf+xml' && claimed && RDF_NAMES.has(claimed)) {
    return { mimeType: markup, extension: claimed }
  }
  if (markup) return { mimeType: xhtmlNamed(markup, text, claimed ?? '') }
  if (isJson(text, isWhole) || (claimed === 'json' && isWhole && isJsonValue(text))) {
    return { mimeType: 'application/json' }
  }
  if (isMail(text, claimed)) return { mimeType: 'message/rfc822' }
  return undefined
}

/** How each message of a mailbox file begins (RFC 4155); a message saved on its own sometimes keeps that line. */
const MAILBOX = /^From \S+ .*\d\d:\d\d.*\d{4}\r?\n/

const ANNOUNCED: readonly (readonly [RegExp, string, string?])[] = [
  [/^(?:\s|%(?!PDF-)[^\r\n]*[\r\n])*%PDF-\d/, 'application/pdf'],
  [/^\s*<\?(?:php\b|=)/i, 'text/plain', 'php'],
  [/^\{\\rtf/, 'application/rtf'],
  [/^%!PS[^\r\n]* EPSF/, 'application/postscript', 'eps'],
  [/^%!PS/, 'application/postscript'],
  [/^WEBVTT(?:\s|$)/, 'text/vtt'],
  [/^\s*BEGIN:VCALENDAR\s/i, 'text/calendar'],
  [/^\s*BEGIN:VCARD\s/i, 'text/vcard'],
  [/^\s*\d+\r?\n\d\d:\d\d:\d\d,\d{3} --> /, 'application/x-subrip'],
  [MAILBOX, 'application/mbox'],
  [/^(?:#define \S+_width|\/\*[^*]*\*\/\s*#define \S+_width)\s+\d+/, 'image/x-xbitmap'],
  [/^\/\* XPM \*\//, 'image/x-xpixmap'],
  [/^SIMPLE {2}= +T/, 'image/fits'],
  [/^#\?R(?:ADIANCE|GBE)\n/, 'image/vnd.radiance'],
  [/^#VRML V\d/, 'model/vrml'],
  [/^(?:999\r?\n[^\n]*\n)* *0\r?\nSECTION\r?\n/, 'image/vnd.dxf'],
  [/^P[14]\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s/, 'image/x-portable-bitmap'],
  [/^P[25]\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s/, 'image/x-portable-graymap'],
  [/^P[36]\s+(?:#[^\n]*\n\s*)*\d+\s+\d+\s/, 'image/x-portable-pixmap'],
]

/** Usual extensions of RDF files; XMP is the metadata of Adobe and cameras. */
const RDF_NAMES: ReadonlySet<string> = new Set(['rdf', 'xmp', 'xml'])

/** XML dialects whose media type names XML, by extension. */
const XML_DIALECTS: ReadonlyMap<string, string> = new Map([
  ['gpx', 'application/gpx+xml'],
  ['kml', 'application/vnd.google-earth.kml+xml'],
  ['xlf', 'application/xliff+xml'],
  ['ttml', 'application/ttml+xml'],
])

function xmlNamed(name: string): TextType {
  const extension = extensionOf(name)
  const dialect = extension === undefined ? undefined : XML_DIALECTS.get(extension)
  return dialect && extension ? { mimeType: dialect, extension } : { mimeType: 'application/xml' }
}

/** An object or array; when the file goes on past `text`, judged by its beginning (RFC 8259, 2). */
function isJson(text: string, isWhole: boolean): boolean {
  if (!/^\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:["[{\]\d-]|true\b|false\b|null\b|$))/.test(text))
    return false
  if (!isWhole) return /^\s*(?:\{\s*"(?:[^"\\]|\\.){0,512}"\s*:|\[\s*[["{\d-])/.test(text)
  return isJsonValue(text)
}

/** Any value, even a number or a string (RFC 8259, 2), so it counts only when the name says JSON. */
function isJsonValue(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const MAIL_HEADERS =
  /^(?:from|to|cc|subject|date|received|return-path|message-id|mime-version|reply-to|delivered-to|content-type|sender|x-mailer):/i

/** Fields that only programs write: notes with a date and a subject have none of them. */
const TRANSPORT = /^(?:received|return-path|message-id|mime-version|delivered-to|x-mailer):/i

/**
 * Header fields at the top (RFC 5322, 2.2): three known ones, or two when the name also says mail. When the name says
 * another kind of text, one of them must be a field that only programs write.
 */
function isMail(text: string, claimed: string | undefined): boolean {
  const lines = text.slice(0, 8192).split(/\r?\n/)
  const end = lines.indexOf('')
  const fields = lines.slice(0, end < 0 ? undefined : end).filter((line) => !/^[ \t]/.test(line))
  if (!/^[!-9;-~]+:/.test(fields[0] ?? '')) return false
  const known = fields.filter((line) => MAIL_HEADERS.test(line)).length
  if (claimed !== undefined && NAMED_TEXT.has(claimed)) {
    return known >= 3 && fields.some((line) => TRANSPORT.test(line))
  }
  return known >= (claimed === 'eml' ? 2 : 3)
}
