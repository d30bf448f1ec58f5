import { extensionOf } from '../facts/file-name.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'
import { isRangeError } from '../reading/range-error.ts'
import { readZipDirectory, readZipEntry, type ZipEntry } from './zip-directory.ts'

const OPEN_XML = 'application/vnd.openxmlformats-officedocument.'

/**
 * The type of a zip file, by its entries. OpenDocument and EPUB have a `mimetype` entry. Office names the content
 * type of its main part (ECMA-376-2). iWork and others have entries that no other type has.
 */
export async function zipTypeOf(reader: BoundedReader, name: string): Promise<string> {
  const entries = await readZipDirectory(reader)
  const named = new Map(entries.map((entry) => [entry.name, entry]))
  return (
    (await declaredType(reader, named.get('mimetype'))) ??
    (await openPackagingType(reader, named)) ??
    (await iWorkType(reader, named, name)) ??
    plainType(named, name)
  )
}

async function declaredType(
  reader: BoundedReader,
  entry: ZipEntry | undefined,
): Promise<string | undefined> {
  const type = (await textOf(reader, entry))?.trim().toLowerCase()
  return type && /^application\/(?:vnd\.oasis\.|vnd\.sun\.xml\.|epub\+zip$)[a-z0-9.+-]*$/.test(type)
    ? type
    : undefined
}

async function openPackagingType(
  reader: BoundedReader,
  named: ReadonlyMap<string, ZipEntry>,
): Promise<string | undefined> {
  if (!named.has('[Content_Types].xml')) return undefined
  const types = (await textOf(reader, named.get('[Content_Types].xml'))) ?? ''
  for (const [, main = ''] of types.matchAll(
    /["']application\/(vnd\.[a-z0-9.-]+?)\.main(?:\+xml)?["']/gi,
  )) {
    const part = main.toLowerCase()
    const type = MAIN_PARTS.get(part) ?? `application/${part}`
    if (type.startsWith(OPEN_XML) || MAIN_PARTS.has(part)) return type
  }
  return [...CHARACTERISTIC].find(([part]) => named.has(part))?.[1]
}

/** Main parts whose content type is not the file's own media type. */
const MAIN_PARTS: ReadonlyMap<string, string> = new Map([
  ['vnd.ms-word.document.macroenabled', 'application/vnd.ms-word.document.macroenabled.12'],
  ['vnd.ms-word.template.macroenabledtemplate', 'application/vnd.ms-word.template.macroenabled.12'],
  ['vnd.ms-excel.sheet.macroenabled', 'application/vnd.ms-excel.sheet.macroenabled.12'],
  [
    'vnd.ms-excel.sheet.binary.macroenabled',
    'application/vnd.ms-excel.sheet.binary.macroenabled.12',
  ],
  ['vnd.ms-excel.template.macroenabled', 'application/vnd.ms-excel.template.macroenabled.12'],
  [
    'vnd.ms-powerpoint.presentation.macroenabled',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
  ],
  [
    'vnd.ms-powerpoint.slideshow.macroenabled',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
  ],
  [
    'vnd.ms-powerpoint.template.macroenabled',
    'application/vnd.ms-powerpoint.template.macroenabled.12',
  ],
  ['vnd.ms-visio.drawing', 'application/vnd.visio'],
  ['vnd.ms-visio.stencil', 'application/vnd.visio'],
  ['vnd.ms-visio.template', 'application/vnd.visio'],
])

const CHARACTERISTIC: ReadonlyMap<string, string> = new Map([
  ['word/document.xml', `${OPEN_XML}wordprocessingml.document`],
  ['xl/workbook.xml', `${OPEN_XML}spreadsheetml.sheet`],
  ['ppt/presentation.xml', `${OPEN_XML}presentationml.presentation`],
  ['visio/document.xml', 'application/vnd.visio'],
  ['FixedDocSeq.fdseq', 'application/vnd.ms-xpsdocument'],
  ['FixedDocumentSequence.fdseq', 'application/vnd.ms-xpsdocument'],
  ['3D/3dmodel.model', 'model/3mf'],
])

const ROOT_BYTES = 1024
const KEYNOTE = 'application/vnd.apple.keynote'
const PAGES = 'application/vnd.apple.pages'
const NUMBERS = 'application/vnd.apple.numbers'
const IWORK_NAMES: ReadonlyMap<string, string> = new Map([
  ['key', KEYNOTE],
  ['pages', PAGES],
  ['numbers', NUMBERS],
])

async function iWorkType(
  reader: BoundedReader,
  named: ReadonlyMap<string, ZipEntry>,
  name: string,
): Promise<string | undefined> {
  if (named.has('index.apxl') || named.has('index.apxl.gz')) return KEYNOTE
  const root = await textOf(reader, named.get('index.xml'), ROOT_BYTES)
  if (root?.includes('<ls:document')) return NUMBERS
  if (root?.includes('<sl:document')) return PAGES
  const isIWork = named.has('Index/Document.iwa') || named.has('Index.zip')
  if (!isIWork) return undefined
  if ([...named.keys()].some((entry) => /^Index\/(?:Slide|MasterSlide|TemplateSlide)/.test(entry)))
    return KEYNOTE
  return IWORK_NAMES.get(extensionOf(name) ?? '')
}

function plainType(named: ReadonlyMap<string, ZipEntry>, name: string): string {
  const claimed = extensionOf(name)
  if (named.has('AndroidManifest.xml')) return 'application/vnd.android.package-archive'
  if (named.has('META-INF/MANIFEST.MF') && claimed && ['jar', 'war', 'ear'].includes(claimed))
    return 'application/java-archive'
  if (
    named.has('doc.kml') ||
    (claimed === 'kmz' && [...named.keys()].some((entry) => entry.endsWith('.kml')))
  )
    return 'application/vnd.google-earth.kmz'
  return 'application/zip'
}

/** An entry that cannot be unpacked says nothing about the type, but does not make the file unreadable. */
async function textOf(
  reader: BoundedReader,
  entry: ZipEntry | undefined,
  maxCompressed?: number,
): Promise<string | undefined> {
  if (!entry) return undefined
  try {
    const bytes = await readZipEntry(reader, entry, maxCompressed)
    return bytes[0] === 0xff ? bytes.toString('utf16le') : bytes.toString('utf8')
  } catch (cause) {
    if (isRangeError(cause) || isZlibError(cause)) return undefined
    throw cause
  }
}

function isZlibError(cause: unknown): boolean {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
  return /^(?:Z_|ERR_BUFFER)/.test(String(code))
}
