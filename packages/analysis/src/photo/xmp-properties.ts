import type { ByteRange } from '../reading/readable-file.ts'

/** Namespaces of the properties that are read (XMP part 1 and 2; IPTC Photo Metadata Standard). */
const NAMESPACES = {
  rdf: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#',
  dc: 'http://purl.org/dc/elements/1.1/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  exifEX: 'http://cipa.jp/exif/1.0/',
  aux: 'http://ns.adobe.com/exif/1.0/aux/',
  tiff: 'http://ns.adobe.com/tiff/1.0/',
  photoshop: 'http://ns.adobe.com/photoshop/1.0/',
  iptc: 'http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/',
} as const

export type Namespace = keyof typeof NAMESPACES

/** The values of the properties of a packet, by namespace and name: one, or the items of a list. */
export type XmpProperties = ReadonlyMap<string, readonly string[]>

const MOST_TAGS = 10_000
const MOST_VALUES = 4096
const MOST_DEPTH = 64
/** Attributes of a tag, and characters of a text between two tags. */
const MOST_ATTRIBUTES = 1024
const MOST_TEXT = 32 * 1024
/** Tags of a packet that may declare prefixes: each copies those in scope. */
const MOST_DECLARING = 1024

interface Element {
  /** Namespace and local name. */
  readonly name: string
  readonly prefixes: ReadonlyMap<string, string>
  text: string
}

const DESCRIPTION = `${NAMESPACES.rdf}Description`
const RDF = `${NAMESPACES.rdf}RDF`
const ITEM = `${NAMESPACES.rdf}li`

/** The key of a property. */
export function propertyName(namespace: Namespace, name: string): string {
  return NAMESPACES[namespace] + name
}

/**
 * Reads the simple properties and lists of a packet, which is RDF in XML (XMP part 1, 7). Ends at the first damage, and
 * keeps what came before. Bounded in tags, depth and values.
 */
export function readProperties(xml: string): XmpProperties {
  const found = new Map<string, string[]>()
  const open: Element[] = []
  let values = 0

  function add(name: string, value: string): void {
    values += 1
    if (values > MOST_VALUES || value === '') return
    const known = found.get(name)
    if (known === undefined) found.set(name, [value])
    else known.push(value)
  }

  /** The property that the innermost element is, or is an item of. */
  function propertyOf(depth: number): string | undefined {
    const isProperty = open[depth - 2]?.name === DESCRIPTION && open[depth - 3]?.name === RDF
    return isProperty ? open[depth - 1]?.name : undefined
  }

  function close(): void {
    const element = open.at(-1)
    if (element === undefined) return
    const text = element.text.trim()
    if (element.name === ITEM) {
      const property = propertyOf(open.length - 2)
      if (property !== undefined) add(property, text)
    } else {
      const property = propertyOf(open.length)
      if (property !== undefined) add(property, text)
    }
    open.pop()
  }

  let declaring = 0
  let at = 0
  for (let tags = 0; tags < MOST_TAGS; tags += 1) {
    const start = xml.indexOf('<', at)
    if (start === -1) return found
    const inner = open.at(-1)
    if (inner !== undefined) inner.text += decoded(xml.slice(at, Math.min(start, at + MOST_TEXT)))
    const skipped = endOfOther(xml, start)
    if (skipped === -1) return found
    if (skipped > 0) {
      const isText = inner !== undefined && xml.startsWith('<![CDATA[', start)
      if (isText) inner.text += xml.slice(start + 9, skipped - 3)
      at = skipped
      continue
    }
    const end = endOfTag(xml, start)
    if (end === -1) return found
    at = end + 1
    if (xml[start + 1] === '/') {
      close()
      continue
    }
    const isEmpty = xml[end - 1] === '/'
    const tag = readTag(xml.slice(start + 1, isEmpty ? end - 1 : end), inner?.prefixes)
    if (tag.prefixes !== inner?.prefixes) declaring += 1
    if (declaring > MOST_DECLARING) return found
    open.push({ name: tag.name, prefixes: tag.prefixes, text: '' })
    if (open.length > MOST_DEPTH) return found
    if (tag.name === DESCRIPTION && open.at(-2)?.name === RDF) {
      for (const [name, value] of tag.attributes) add(name, value)
    }
    if (isEmpty) close()
  }
  return found
}

/** Where a comment, an instruction, a declaration or CDATA ends; 0 for a tag, −1 when it never does. */
export function endOfOther(xml: string, start: number): number {
  for (const [opening, closing] of OTHERS) {
    if (!xml.startsWith(opening, start)) continue
    const end = xml.indexOf(closing, start + opening.length)
    return end === -1 ? -1 : end + closing.length
  }
  return 0
}

const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** The `>` of a tag, past those in quoted values. */
export function endOfTag(xml: string, start: number): number {
  let quote = ''
  for (let at = start + 1; at < xml.length; at += 1) {
    const character = xml[at] as string
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return at
  }
  return -1
}

/** Prefixes in scope; more are those of a hostile file. */
const MOST_PREFIXES = 256

interface Tag {
  readonly name: string
  readonly prefixes: ReadonlyMap<string, string>
  readonly attributes: readonly (readonly [string, string])[]
}

function readTag(text: string, outer: ReadonlyMap<string, string> = new Map()): Tag {
  const space = text.search(/\s/)
  if (space === -1) return { name: expanded(text, outer), prefixes: outer, attributes: [] }
  const name = text.slice(0, space)
  const attributes: Attribute[] = []
  for (const attribute of attributesIn(text.slice(name.length))) {
    if (attributes.length === MOST_ATTRIBUTES) break
    attributes.push(attribute)
  }
  const declared = attributes.filter((attribute) => attribute.name.startsWith('xmlns:'))
  const isDeclaring = declared.length > 0 && outer.size + declared.length <= MOST_PREFIXES
  const prefixes = isDeclaring
    ? new Map([...outer, ...declared.map(({ name, value }) => [name.slice(6), value] as const)])
    : outer
  return {
    name: expanded(name, prefixes),
    prefixes,
    attributes: attributes.map(({ name, value }) => [
      expanded(name, prefixes),
      decoded(value.slice(0, MOST_TEXT)),
    ]),
  }
}

/** An attribute, and where it is in the text: from the end of the one before it. */
interface Attribute extends ByteRange {
  readonly name: string
  readonly value: string
}

/** Names and values in quotation marks; ends where one is missing. */
export function* attributesIn(text: string): Generator<Attribute> {
  for (let at = 0; ; ) {
    const equals = text.indexOf('=', at)
    if (equals === -1) return
    let start = equals + 1
    while (/\s/.test(text.charAt(start))) start += 1
    const quote = text.charAt(start)
    const end = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1
    if (end === -1) return
    const name = text.slice(at, equals).trim()
    yield { name, value: text.slice(start + 1, end), start: at, end: end + 1 }
    at = end + 1
  }
}

function expanded(name: string, prefixes: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':')
  if (colon === -1) return name
  return (prefixes.get(name.slice(0, colon)) ?? '') + name.slice(colon + 1)
}

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole
    const isHex = name[1] === 'x' || name[1] === 'X'
    const code = isHex ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
