/** The type of a markup file, by its root or first tag; `undefined` when the text is not markup. */
export function markupTypeOf(text: string): string | undefined {
  const isXml = /^\s*<\?(xml|xpacket)\b/i.test(text)
  if (!isXml && HTML.test(withoutComments(text))) return 'text/html'
  const root = rootOf(text)
  if (!root) return isXml ? 'application/xml' : undefined
  const [, prefix = '', local = ''] = /^(?:([^:]*):)?(.*)$/.exec(root.name) ?? []
  const kind = ROOTS.get(local.toLowerCase())
  if (kind === 'image/svg+xml') return isSvg(root, prefix, isXml) ? kind : 'application/xml'
  if (kind === 'text/html') return isXhtml(root.attributes) ? XHTML : kind
  return isXml || root.doctype !== undefined || root.attributes.includes('xmlns')
    ? (kind ?? 'application/xml')
    : undefined
}

/** The tags by which browsers take unlabelled bytes for HTML (WHATWG MIME Sniffing, 7.1). */
const HTML =
  /^\s*<(!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link)[\s>/]/i

const ROOTS: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['html', 'text/html'],
  ['rdf', 'application/rdf+xml'],
  ['xmpmeta', 'application/rdf+xml'],
  ['xapmeta', 'application/rdf+xml'],
  ['feed', 'application/atom+xml'],
  ['rss', 'application/rss+xml'],
  ['x3d', 'model/x3d+xml'],
])

const XHTML = 'application/xhtml+xml'

/** Whether the attributes of a root bind the namespace of XHTML (HTML, 14.1). */
function isXhtml(attributes: string): boolean {
  return attributes.includes('http://www.w3.org/1999/xhtml')
}

/**
 * XHTML for HTML whose name says XHTML and whose root is in the namespace; else the type unchanged. Without an XML
 * declaration browsers can read such a page as either.
 */
export function xhtmlNamed(mimeType: string, text: string, extension: string): string {
  if (mimeType !== 'text/html' || !XHTML_NAMES.has(extension)) return mimeType
  return isXhtml(rootOf(text)?.attributes ?? '') ? XHTML : mimeType
}

const XHTML_NAMES: ReadonlySet<string> = new Set(['xht', 'xhtml'])

interface Root {
  readonly name: string
  readonly attributes: string
  /** The document type that is declared. */
  readonly doctype: string | undefined
}

/**
 * Tells SVG by its namespace, which an SVG document type may write as an entity. Other roots of that name have another
 * one.
 */
function isSvg({ attributes, doctype }: Root, prefix: string, isXml: boolean): boolean {
  const namespace = /\bxmlns\s*=\s*["']([^"']*)/.exec(attributes)?.[1]
  return (
    prefix !== '' ||
    attributes.includes('http://www.w3.org/2000/svg') ||
    !isXml ||
    namespace === undefined ||
    (doctype?.toLowerCase() === 'svg' && /^&[\w.-]+;$/.test(namespace))
  )
}

function withoutComments(text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end < 0) return ''
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}

/** Skips prolog, comments, processing instructions and DOCTYPE (XML 1.0, 2.8) to the first start tag. */
function rootOf(text: string): Root | undefined {
  let at = 0
  let doctype: string | undefined
  for (;;) {
    while (/\s/.test(text.charAt(at))) at += 1
    if (text.startsWith('<!--', at)) at = after(text, '-->', at)
    else if (text.startsWith('<?', at)) at = after(text, '?>', at)
    else if (/^<!doctype/i.test(text.slice(at, at + 9))) {
      doctype = /^<!doctype\s+([\w.:-]*)/i.exec(text.slice(at, at + 128))?.[1] ?? ''
      at = afterDoctype(text, at)
    } else break
    if (at < 0) return undefined
  }
  const tag = /^<([A-Za-z_][\w.:-]*)([^<>]*)/.exec(text.slice(at, at + 8192))
  return tag ? { name: tag[1] ?? '', attributes: tag[2] ?? '', doctype } : undefined
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? -1 : at + end.length
}

function afterDoctype(text: string, from: number): number {
  const subset = text.indexOf('[', from)
  const close = text.indexOf('>', from)
  if (subset < 0 || (close >= 0 && close < subset)) return close < 0 ? -1 : close + 1
  const end = /\]\s*>/g
  end.lastIndex = subset
  return end.exec(text) ? end.lastIndex : -1
}
