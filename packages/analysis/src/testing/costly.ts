import { deflateSync } from 'node:zlib'
import { be, box, join, le, tiffStream, zeros } from './bytes.ts'
import { COSTLY_RECORDINGS } from './costly-recordings.ts'
import { zip } from './documents.ts'
import { filled, MIB } from './filled.ts'
import { HOSTILE } from './hostile.ts'
import { jpeg, png } from './pictures.ts'

const dot = png({ width: 1, height: 1 })
const ooxml = '[Content_Types].xml'

/** A compound file with sectors of 64 KiB whose directory is a ring full of sibling entries. */
function ringOfEntries(): Buffer {
  const header = join(
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
    zeros(22),
    le(16, 2),
    zeros(16),
    le(0, 4),
    zeros(24),
    le(1, 4),
    zeros(512 - 80),
  )
  const file = Buffer.alloc(MIB)
  header.copy(file)
  for (let at = 65_536, id = 0; at < MIB; at += 128, id += 1) {
    file.write('x'.repeat(31), at, 'utf16le')
    file.writeUInt16LE(64, at + 64)
    file.writeUInt32LE(id * 2 + 1, at + 68)
    file.writeUInt32LE(id * 2 + 2, at + 72)
    file.writeUInt32LE(1, at + 76)
  }
  // The allocation table is sector 1, where entry 0 follows itself.
  file.writeUInt32LE(0, 2 * 65_536)
  return file
}

/** A TIFF directory of sub-directories, each with `entries` lists that are far apart. */
function scatteredLists(entries: number): Buffer {
  const file = Buffer.alloc(MIB)
  file.write('MM', 'latin1')
  file.writeUInt16BE(42, 2)
  file.writeUInt32BE(8, 4)
  file.writeUInt16BE(entries, 8)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = 10 + entry * 12
    file.writeUInt16BE(entry === 0 ? 254 : 330, at)
    file.writeUInt16BE(4, at + 2)
    file.writeUInt32BE(entry === 0 ? 1 : 16, at + 4)
    file.writeUInt32BE(entry === 0 ? 1 : 20_000 + ((entry * 65_537) % 1_000_000), at + 8)
  }
  for (let at = 20_000; at + 4 <= MIB; at += 4) file.writeUInt32BE(8, at)
  return file
}

/** An AVIF of 1 MiB whose item properties begin with these and extend to its end. */
function avifWithProperties(...properties: readonly (Buffer | string)[]): Buffer {
  return join(
    box('ftyp', 'avif', zeros(4)),
    be(MIB - 24, 4),
    'meta',
    zeros(4),
    be(MIB - 40, 4),
    'iprp',
    ...properties,
  )
}

/** Pictures, documents and text of the same kind. */
const COSTLY_DOCUMENTS: Readonly<Record<string, Buffer>> = {
  'a picture of endless properties': filled(
    avifWithProperties(
      box('ipma', zeros(4), be(1, 4), be(1, 2), be(1, 1), be(1, 1)),
      be(MIB - 200, 4),
      'ipco',
    ),
    box('free'),
  ),
  'a picture of endless associations': filled(
    avifWithProperties(
      box('ipco', box('ispe', zeros(12))),
      be(MIB - 100, 4),
      'ipma\0\0\0\0\xff\xff\xff\xff',
    ),
    '\x7f\x7f\0',
  ),
  'JPEG fill bytes': filled('\xff\xd8\xff\xfe\0\x02', '\xff'),
  'JPEG stray bytes': filled('\xff\xd8\xff\xfe\0\x02', 'a'),
  'JPEG segments without content': filled('\xff\xd8', '\xff\xe2\0\x02'),
  'JPEG markers without a segment': filled('\xff\xd8\xff\xfe\0\x02', '\xff\xd0'),
  'a JPEG of XMP without an end': filled(
    join('\xff\xd8', '\xff\xe1\xff\xff', 'http://ns.adobe.com/xap/1.0/\0'),
    'tiff:Orientation ',
    jpeg({ width: 1, height: 1 }),
  ),
  'a PNG whose XMP is almost an orientation': filled(
    join(dot.subarray(0, 33), be(MIB - 100, 4), 'iTXtXML:com.adobe.xmp\0\0\0\0\0'),
    'tiff:Orientation= ',
  ),
  'a PNG whose XMP is spaces': filled(
    join(dot.subarray(0, 33), be(MIB - 100, 4), 'iTXtXML:com.adobe.xmp\0\0\0\0\0tiff:Orientation'),
    ' ',
  ),
  'a PNG whose XMP unpacks to 1 MiB': filled(
    join(
      dot.subarray(0, 33),
      be(MIB - 100, 4),
      'zTXtXML:com.adobe.xmp\0\0',
      deflateSync(Buffer.alloc(MIB - 1, 'tiff:Orientation ')),
    ),
    zeros(1),
  ),
  'a TIFF of scattered lists': scatteredLists(1024),
  'a TIFF that is its own sub-directory': filled(tiffStream({ 330: 8, 254: 1 }), zeros(1)),
  'zip entries without names': filled(
    'PK\x03\x04',
    join('PK\x01\x02', zeros(42)),
    join('PK\x05\x06', zeros(8), le(256 * 1024, 4), zeros(6)),
  ),
  'zip local headers every 4 bytes': filled('', 'PK\x03\x04'),
  'zip local headers of long names': filled(
    '',
    join('PK\x03\x04', zeros(22), '\xff\xff', zeros(2)),
  ),
  'zip end records': filled('PK\x03\x04', join('PK\x05\x06', zeros(18))),
  'three documents that unpack to 1 MiB': join(
    Buffer.alloc(0),
    zip({
      [ooxml]: Buffer.alloc(MIB, '"application/vnd.'),
      'index.xml': Buffer.alloc(MIB, ' '),
    }),
  ),
  'content types that are almost a main part': zip({
    [ooxml]: `"application/vnd.${'a'.repeat(MIB - 100)}`,
  }),
  'content types of endless main parts': zip({
    [ooxml]: Buffer.alloc(MIB, '"application/vnd.a.main+xml"'),
  }),
  'a compound file of 64 KiB sectors in a ring': ringOfEntries(),
  'UTF-16 of private characters': filled('\xff\xfe', '\0\xe0a\0'),
  'text of another encoding': filled('', 'na\xefve '),
  'quotes and commas': filled('', '",'),
  'rows of commas': filled('', ',,,\n'),
  'mail headers': filled('', 'From: a\n'),
  'JSON of half a string': filled('{"', '\\"'),
  'XML comments': filled('<?xml version="1.0"?>', '<!---->'),
  'a DOCTYPE of brackets': filled('<!DOCTYPE svg [', '] ] '),
  'an SVG of attributes': filled('<svg ', "width='1 "),
  'an X bitmap of definitions': filled('#define a_width 1\n', '#define width '),
  'a portable map of comments': filled('P6 ', '# \n '),
  noise: filled('', '\x93\x07\0\xfe\x81'),
}

/** Costly files of at most 1 MiB, by description; with the first MiB of each hostile one. */
export async function costlyFiles(): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map(Object.entries({ ...COSTLY_RECORDINGS, ...COSTLY_DOCUMENTS }))
  for (const [name, file] of Object.entries(HOSTILE)) {
    const bytes = await file.read({ start: 0, end: Math.min(file.size, MIB) })
    files.set(`${name}, its first MiB`, Buffer.from(bytes))
  }
  return files
}
