import { type ApiError, apiError } from '../errors/api-error.ts'

/** The fields in which uploaders say which chunk of a file comes, and how many there are. */
const CHUNK_FIELDS: readonly (readonly [index: string, count: string, how: string])[] = [
  ['dzchunkindex', 'dztotalchunkcount', 'Dropzone: `chunking: false`'],
  ['resumableChunkNumber', 'resumableTotalChunks', 'Resumable.js: a `chunkSize` above all files'],
  ['flowChunkNumber', 'flowTotalChunks', 'Flow.js: a `chunkSize` above all files'],
  ['qqpartindex', 'qqtotalparts', 'Fine Uploader: `chunking: { enabled: false }`'],
  ['chunk', 'chunks', 'Plupload: no `chunk_size`'],
]

/** The text fields that call a form's file a chunk of another file. Each chunk would become an asset of its own. */
export class ChunkFields {
  readonly #given = new Map<string, string>()

  /** Takes a text field. Throws 422 `invalid_body` once the fields name one chunk of several. */
  read(name: string, text: string): void {
    const fields = CHUNK_FIELDS.find(([index, count]) => name === index || name === count)
    if (fields === undefined) return
    this.#given.set(name, text)
    const [index, count, how] = fields
    if (this.#given.has(index) && Number(this.#given.get(count)) > 1) throw chunked(index, how)
  }
}

function chunked(parameter: string, how: string): ApiError {
  return apiError(
    'invalid_body',
    `This is one chunk of a file, and each would be stored as a file of its own. Switch chunking off (${how}).`,
    { source: { parameter } },
  )
}
