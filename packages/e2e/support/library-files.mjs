/**
 * A file for the library of `@stowage/analysis`, made of a header alone, and the facts that only the library can find.
 * When they arrive, its thread runs.
 */
export const LIBRARY_FILES = [
  {
    library: 'file-type',
    name: 'archive',
    content: Buffer.concat([Buffer.from('LZIP\x01', 'latin1'), Buffer.alloc(100)]),
    facts: { mimeType: 'application/x-lzip', width: null, durationSeconds: null },
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
