import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Real files with known truth that may lie beside the checkout. */
const CORPUS = fileURLToPath(new URL('../../../../shared/corpus', import.meta.url))

const KINDS = ['jpeg', 'mp3', 'mp4', 'pdf', 'docx', 'svg', 'csv']

/**
 * One file of each kind that people upload, written below `directory`. `expected` holds attributes that
 * the asset must have, `mimeTypes` those it may have. `real` tells whether the corpus was there;
 * `missing` names the kinds that could not be had.
 */
export async function sampleFiles(directory) {
  const real = existsSync(path.join(CORPUS, 'truth.json'))
  const found = real ? await fromCorpus() : []
  const generated = Object.keys(GENERATED).filter(
    (kind) => !found.some((file) => file.kind === kind),
  )
  const files = [...found, ...generated.map((kind) => ({ kind, ...GENERATED[kind]() }))]
  for (const file of files) {
    file.path = path.join(directory, file.name)
    await writeFile(file.path, file.content)
  }
  const missing = KINDS.filter((kind) => !files.some((file) => file.kind === kind))
  return { real, files, missing }
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
