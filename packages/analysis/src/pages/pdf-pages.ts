import type { BoundedReader } from '../reading/bounded-reader.ts'
import { PdfObjects } from './pdf-objects.ts'
import { memberOf } from './pdf-values.ts'

/** Bytes at the end in which the place of the table is looked for. */
const TAIL = 2048
/** Bytes that some programs put before a file. */
const MOST_BEFORE = 1024
const MOST_PAGES = 1_000_000

/** How many pages a PDF file has, by the root of its tree of pages (ISO 32000-2, 7.7.3); `null` when it does not say. */
export async function pdfPages(reader: BoundedReader): Promise<number | null> {
  const tail = await reader.read(Math.max(0, reader.size - TAIL), reader.size)
  const found = [...tail.toString('latin1').matchAll(/startxref[\0\t\n\f\r ]+(\d{1,12})/g)].at(-1)
  if (found === undefined) return null
  const start = (await reader.head()).subarray(0, MOST_BEFORE).indexOf('%PDF-')
  const objects = new PdfObjects(reader, Math.max(start, 0))
  const trailer = await objects.open(Number(found[1]))
  const root = await objects.resolve(memberOf(trailer, 'Root'))
  const pages = await objects.resolve(memberOf(root, 'Pages'))
  const count = await objects.resolve(memberOf(pages, 'Count'))
  const isCount = Number.isInteger(count) && Number(count) > 0 && Number(count) <= MOST_PAGES
  return isCount ? Number(count) : null
}
