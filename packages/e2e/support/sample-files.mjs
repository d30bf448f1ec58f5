import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'

/** A folder of real files with known truth: `truth.json` and `files/`. */
const CORPUS = process.env.STOWAGE_CORPUS

const KINDS = ['jpeg', 'mp3', 'mp4', 'pdf', 'docx', 'svg', 'csv']

/**
 * One file of each kind that people upload, written below `directory`. `expected` holds attributes that
 * the asset must have, `mimeTypes` those it may have. `real` is true for real files, of the folder that
 * `STOWAGE_CORPUS` names, and false for generated ones.
 */
export async function sampleFiles(directory) {
  const real = CORPUS !== undefined && existsSync(path.join(CORPUS, 'truth.json'))
  const found = real ? await fromCorpus() : []
  const generated = Object.keys(GENERATED).filter(
    (kind) => !found.some((file) => file.kind === kind),
  )
  const files = [...found, ...generated.map((kind) => ({ kind, ...GENERATED[kind]() }))]
  for (const file of files) {
    file.path = path.join(directory, file.name)
    await writeFile(file.path, file.content)
  }
  return { real, files }
}

async function fromCorpus() {
  const truth = JSON.parse(await readFile(path.join(CORPUS, 'truth.json'), 'utf8'))
  const files = []
  for (const kind of KINDS) {
    // An EXIF orientation that turns the picture is what phones write.
    const turned = (entry) => kind === 'jpeg' && /orientation_(rectangle|6)/.test(entry.name)
    const visual = ['jpeg', 'mp4', 'svg'].includes(kind)
    const candidates = truth.filter(
      (entry) => entry.format === kind && (entry.width !== null) === visual,
    )
    const entry = candidates.find(turned) ?? candidates[0]
    if (entry === undefined) continue
    files.push({
      kind,
      name: `sample.${entry.ext}`,
      content: await readFile(path.join(CORPUS, 'files', entry.file)),
      mimeTypes: entry.accept_mime,
      expected: { type: entry.category, width: entry.width, height: entry.height },
    })
  }
  return files
}

/** No rotation (ISO/IEC 14496-12, 6.2.2). */
const MATRIX = word(1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)

const GENERATED = {
  /** 64 × 48 in the file, turned by a quarter: 48 × 64 as displayed. Headers only. */
  jpeg: () => ({
    name: 'sample.jpg',
    content: Buffer.concat([
      Buffer.from('ffd8ffe10022457869660000', 'hex'),
      Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex'),
      Buffer.from('ffc0000b08003000400101110000ffd9', 'hex'),
    ]),
    mimeTypes: ['image/jpeg'],
    expected: { type: 'image', width: 48, height: 64 },
  }),
  mp3: () => ({
    name: 'sample.mp3',
    content: Buffer.concat(
      Array.from({ length: 100 }, () =>
        Buffer.concat([Buffer.from('fffb9000', 'hex'), Buffer.alloc(413)]),
      ),
    ),
    mimeTypes: ['audio/mpeg'],
    expected: { type: 'audio' },
  }),
  /** 64 × 48, two seconds. Headers only. */
  mp4: () => ({
    name: 'sample.mp4',
    content: Buffer.concat([
      box('ftyp', 'isom', word(0), 'isom'),
      box(
        'moov',
        box('mvhd', word(0, 0, 0, 1000, 2000)),
        box(
          'trak',
          box('tkhd', word(7, 0, 0, 1, 0, 2000, 0, 0, 0, 0), MATRIX, word(64 << 16, 48 << 16)),
          box('mdia', box('hdlr', word(0, 0), 'vide', word(0, 0, 0))),
        ),
      ),
    ]),
    mimeTypes: ['video/mp4'],
    expected: { type: 'video', width: 64, height: 48, duration_seconds: 2 },
  }),
  docx: () => ({
    name: 'sample.docx',
    content: zip({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override ' +
        'PartName="/word/document.xml" ContentType="application/' +
        'vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      'word/document.xml': '<document/>',
    }),
    mimeTypes: ['application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    expected: { type: 'document', width: null, height: null },
  }),
  pdf: () => ({
    name: 'sample.pdf',
    content: Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
    ),
    mimeTypes: ['application/pdf'],
    expected: { type: 'document' },
  }),
  svg: () => ({
    name: 'sample.svg',
    content: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"/>\n'),
    mimeTypes: ['image/svg+xml'],
    expected: { type: 'image', width: 30, height: 20 },
  }),
  csv: () => ({
    name: 'sample.csv',
    content: Buffer.from('id,name\n1,first\n2,second\n3,third\n'),
    mimeTypes: ['text/csv'],
    expected: { type: 'document', width: null, height: null },
  }),
  empty: () => ({
    name: 'empty',
    content: Buffer.alloc(0),
    mimeTypes: ['application/octet-stream'],
    expected: { size: 0, width: null, height: null, duration_seconds: null },
  }),
}

/** 32-bit numbers, high byte first. */
function word(...values) {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** A box of the ISO base media format. */
function box(type, ...content) {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  return Buffer.concat([word(body.length + 8), Buffer.from(type), body])
}

/** A zip archive of texts, stored as they are. */
function zip(texts) {
  const entries = []
  const directory = []
  let offset = 0
  for (const [name, text] of Object.entries(texts)) {
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(text), 10)
    facts.writeUInt32LE(text.length, 14)
    facts.writeUInt32LE(text.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name + text)])
    entries.push(entry)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), facts, place, Buffer.from(name))
    offset += entry.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...entries, list, Buffer.from('PK\x05\x06'), end])
}
