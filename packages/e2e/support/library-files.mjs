/**
 * One file for each library of `@stowage/analysis`, made of headers alone, and the facts that only that
 * library can find. When they arrive, the thread of the libraries runs.
 */
export const LIBRARY_FILES = [
  {
    library: 'file-type',
    name: 'archive',
    content: Buffer.concat([Buffer.from('LZIP\x01', 'latin1'), Buffer.alloc(100)]),
    facts: { mimeType: 'application/x-lzip', width: null, durationSeconds: null },
  },
  {
    library: 'image-size',
    name: 'icon',
    content: Buffer.concat([chunk('icns', uint32(24, 'BE')), chunk('ic07', uint32(16, 'BE'), 8)]),
    facts: { mimeType: 'image/icns', width: 128, durationSeconds: null },
  },
  {
    library: 'music-metadata',
    name: 'recording',
    content: threeSecondsOfDsf(),
    facts: { mimeType: 'audio/x-dsf', width: null, durationSeconds: 3 },
  },
]

/**
 * Uploads each of them with `upload(name, content)`, which resolves to the record of the store or of the API.
 * Throws for the first wrong fact.
 */
export async function checkLibraryFacts(upload) {
  for (const { library, name, content, facts } of LIBRARY_FILES) {
    const record = await upload(name, content)
    const found = {
      mimeType: record.mimeType ?? record.mime_type,
      width: record.width,
      durationSeconds: record.durationSeconds ?? record.duration_seconds ?? null,
    }
    if (JSON.stringify(found) !== JSON.stringify(facts)) {
      throw new Error(`${library} is not asked: ${JSON.stringify(found)}`)
    }
  }
}

/** Sony's DSF: a header, and as many samples as it says that there are. */
function threeSecondsOfDsf() {
  const rate = 2_822_400
  const format = [1, 0, 2, 2, rate, 1].map((value) => uint32(value, 'LE'))
  return Buffer.concat([
    chunk('DSD ', uint64(28)),
    uint64(92),
    uint64(0),
    chunk('fmt ', uint64(52)),
    ...format,
    uint64(3 * rate),
    uint32(4096, 'LE'),
    uint32(0, 'LE'),
    chunk('data', uint64(12)),
  ])
}

function chunk(type, size, zeros = 0) {
  return Buffer.concat([Buffer.from(type, 'latin1'), size, Buffer.alloc(zeros)])
}

function uint32(value, order) {
  const bytes = Buffer.alloc(4)
  bytes[`writeUInt32${order}`](value)
  return bytes
}

function uint64(value) {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
