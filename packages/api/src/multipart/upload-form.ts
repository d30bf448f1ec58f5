import type { UploadInput } from '@stowage/core'
import { ApiError, type ApiErrorDetails, apiError } from '../errors/api-error.ts'
import { detailOf } from '../errors/detail.ts'
import { toApiError } from '../errors/to-api-error.ts'
import { AssetFields } from './asset-fields.ts'
import { ChunkFields } from './chunk-fields.ts'
import { sha256OfContentDigest, sha256OfField, unusableField } from './digest.ts'
import { fieldErrorOf } from './field-error.ts'
import type { Part } from './read-parts.ts'
import { RedirectField } from './redirect-field.ts'

/** Which fields of a form hold files. */
export interface FormRules {
  /** Names of the file fields, the documented one first. */
  readonly fileFields: readonly [string, ...string[]]
  /** Files that the form may hold; `null` leaves the limit to the store. */
  readonly files: number | null
  /** Reads the field `redirect_to`. Default: that field is ignored. */
  readonly redirect?: RedirectField | undefined
}

/** The files of one upload form, and which field an error is about. */
export class UploadForm {
  readonly #parts: AsyncIterable<Part>
  readonly #rules: FormRules
  readonly #namesOfFiles: string[] = []
  readonly #fields = new AssetFields()
  readonly #chunkFields = new ChunkFields()
  /** The file field that held a text which no file has followed yet. */
  #textForFile: string | undefined

  constructor(parts: AsyncIterable<Part>, rules: FormRules) {
    this.#parts = parts
    this.#rules = rules
  }

  /**
   * The files, each when the caller asks for it, with what the fields before it say about it (`AssetFields`). Of other
   * text fields, `sha256` is the digest of the next file, and `redirect_to` counts where the rules have it. Ignores all
   * others. Also ignores a text in a file field when a file follows, because FilePond sends such a text.
   *
   * Throws 422 for a file in another field, for a text in a file field that no file follows, for one file too many, and
   * for a chunk of a file. Also for a digest that cannot be checked: an unreadable one, two that differ, one that no
   * file follows.
   */
  async *files(): AsyncGenerator<UploadInput, void, undefined> {
    let announced: string | undefined
    for await (const part of this.#parts) {
      const { name, content, fileName } = part
      if (typeof content === 'string') {
        if (this.#rules.fileFields.includes(name)) this.#textForFile = name
        if (name === 'sha256') announced = this.#announce(content, announced)
        this.#chunkFields.read(name, content)
        this.#fields.read(name, content, this.#namesOfFiles.length)
        if (name === RedirectField.NAME) this.#rules.redirect?.read(content)
        continue
      }
      // A form with nothing chosen sends a nameless, empty file.
      const bytes = fileName === undefined ? await unlessEmpty(content) : content
      if (bytes === null) continue
      this.#admit(part)
      const sha256 = this.#digestOf(part, announced)
      announced = undefined
      yield {
        source: bytes,
        ...this.#fields.takeForFile(),
        ...(fileName !== undefined && { name: fileName }),
        ...(sha256 !== undefined && { sha256 }),
      }
    }
    if (announced !== undefined) throw this.#misplacedDigest()
    this.#fields.assertUsed(this.#namesOfFiles.length)
    if (this.#textForFile !== undefined) throw this.#textInPlaceOfFile(this.#textForFile)
  }

  /** The answer to an error that ended the upload. Each problem names its field or header. */
  explain(error: unknown): ApiError {
    const { problems, headers } =
      fieldErrorOf(error, this.#namesOfFiles.length - 1) ?? toApiError(error)
    const [first, ...others] = problems
    return new ApiError(
      [this.#withSource(first), ...others.map((each) => this.#withSource(each))],
      headers,
      { cause: error },
    )
  }

  #withSource(each: ApiErrorDetails): ApiErrorDetails {
    if (each.source !== undefined) return each
    if (each.code === 'idempotency_conflict') {
      return { ...each, source: { header: 'Idempotency-Key' } }
    }
    if (each.code === 'folder_not_found') return { ...each, source: { parameter: 'folder_id' } }
    if (each.code === 'external_id_taken') {
      return { ...each, source: { parameter: 'external_id' } }
    }
    const [documented] = this.#rules.fileFields
    const index = each.meta?.index
    if (typeof index === 'number') {
      return { ...each, source: { parameter: this.#namesOfFiles[index] ?? documented } }
    }
    const position = this.#namesOfFiles.length
    switch (each.code) {
      case 'file_missing':
        return withPlace(each, documented, position)
      // The store counts the files that it was given: the last one is too many.
      case 'too_many_files':
        return withPlace(each, documented, position - 1)
      default:
        return each
    }
  }

  #admit(part: Part): void {
    const { fileFields, files: limit } = this.#rules
    const index = this.#namesOfFiles.length
    if (!fileFields.includes(part.name)) {
      throw apiError('invalid_body', `Send files in the field \`${fileFields[0]}\` only.`, {
        source: { parameter: part.name },
        meta: { index },
      })
    }
    if (index === limit) {
      throw apiError('too_many_files', `Send at most ${limit} in the field \`${part.name}\`.`, {
        source: { parameter: part.name },
        meta: { limit, index },
      })
    }
    this.#textForFile = undefined
    this.#namesOfFiles.push(part.name)
  }

  /** The digest of the next file, from the field before it. */
  #announce(text: string, earlier: string | undefined): string {
    if (earlier !== undefined) throw this.#misplacedDigest()
    return sha256OfField(text, this.#namesOfFiles.length)
  }

  #misplacedDigest(): ApiError {
    const next = this.#namesOfFiles.length
    return unusableField('Send sha256 once for each file, before that file.', next)
  }

  /** The digest of the file that `#admit` admitted last, from its header or the field before it. */
  #digestOf({ name, contentDigest }: Part, announced: string | undefined): string | undefined {
    const index = this.#namesOfFiles.length - 1
    const sha256 = sha256OfContentDigest(contentDigest, index) ?? announced
    if (announced === undefined || announced === sha256) return sha256
    // No file has both digests.
    throw apiError('digest_mismatch', detailOf('digest_mismatch'), {
      source: { parameter: name },
      meta: { index },
    })
  }

  /** A client that sends a file as text must get an error, because nothing would be stored. */
  #textInPlaceOfFile(name: string): ApiError {
    const detail = 'Send the file with a `filename` in its Content-Disposition.'
    return apiError('file_missing', detail, {
      source: { parameter: name },
      meta: { index: this.#namesOfFiles.length },
    })
  }
}

function withPlace(each: ApiErrorDetails, parameter: string, index: number): ApiErrorDetails {
  return { ...each, source: { parameter }, meta: { ...each.meta, index } }
}

/** The same bytes, `null` when there are none. */
async function unlessEmpty(content: AsyncIterable<Buffer>): Promise<AsyncIterable<Buffer> | null> {
  const rest = content[Symbol.asyncIterator]()
  const first = await rest.next()
  if (first.done) return null
  return (async function* () {
    yield first.value
    yield* { [Symbol.asyncIterator]: () => rest }
  })()
}
