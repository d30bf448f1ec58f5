import { findBox } from '../formats/containers/iso-boxes.ts'
import type { BoundedReader } from '../reading/bounded-reader.ts'

/** The type of a file whose first bytes do not tell it, by the bytes further on. */
export async function lateType(reader: BoundedReader): Promise<string | undefined> {
  return (
    (await discType(reader)) ??
    (await movieType(reader)) ??
    (await diskType(reader)) ??
    latePdfType(await reader.head())
  )
}

/** The first volume descriptor of a disc image is at a fixed offset (ECMA-119, 6.2.1). */
async function discType(reader: BoundedReader): Promise<string | undefined> {
  const mark = await reader.read(0x8001, 0x8006)
  return mark.toString('latin1') === 'CD001' ? 'application/x-iso9660-image' : undefined
}

/** Boxes that a QuickTime file without brands may begin with, and the one that holds brands. */
const FIRST_BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'moov',
  'mdat',
  'free',
  'skip',
  'wide',
  'pnot',
])

/** A movie or picture without a known brand, by the box that makes it one. */
async function movieType(reader: BoundedReader): Promise<string | undefined> {
  const first = (await reader.head()).toString('latin1', 4, 8)
  if (!FIRST_BOXES.has(first)) return undefined
  const file = { start: 0, end: reader.size }
  if (await findBox(reader, file, 'moov', 'mvhd')) {
    return first === 'ftyp' ? 'video/mp4' : 'video/quicktime'
  }
  const items = first === 'ftyp' ? await findBox(reader, file, 'meta') : undefined
  if (!items) return undefined
  const handler = await findBox(reader, { start: items.start + 4, end: items.end }, 'hdlr')
  const kind =
    handler && (await reader.read(handler.start + 8, handler.start + 12)).toString('latin1')
  return kind === 'pict' ? 'image/heif' : undefined
}

/** Disk images of macOS end with a block of 512 bytes. */
async function diskType(reader: BoundedReader): Promise<string | undefined> {
  if (reader.size < 512) return undefined
  const mark = await reader.read(reader.size - 512, reader.size)
  return mark.readUInt32BE(0) === 0x6b6f6c79 && mark.readUInt32BE(8) === 512
    ? 'application/x-apple-diskimage'
    : undefined
}

/** PDF readers accept a header within the first 1,024 bytes (PDF 1.7, implementation note 13). */
function latePdfType(head: Buffer): string | undefined {
  return head.subarray(0, 1024).includes('%PDF-') ? 'application/pdf' : undefined
}

/** Every type that is decided here. */
export const LATE_TYPES: readonly string[] = [
  'application/pdf',
  'application/x-apple-diskimage',
  'application/x-iso9660-image',
  'image/heif',
  'video/mp4',
  'video/quicktime',
]
