import { uploadNotFound } from '../errors/upload-errors.ts'
import type { UploadRecord } from './resumable-upload.ts'
import type { PiecedUpload } from './upload-records.ts'
import { fileOf, type ResumableContext, requirePieces, uploadTurn } from './upload-work.ts'

/** The bytes of the partial uploads of a final one, from where it stopped. */
export async function* bytesOfPartials(
  core: ResumableContext,
  final: UploadRecord,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let start = 0
  for (const id of final.terms.partials) {
    const partial = await core.metadata.uploads.pieces({ tenant: final.tenant, id })
    if (partial === null || partial.upload.state !== 'receiving') throw uploadNotFound([id])
    const end = start + partial.upload.offset
    if (end > final.offset) {
      yield* bytesOfPartial(core, partial, Math.max(final.offset - start, 0), signal)
    }
    start = end
  }
}

async function* bytesOfPartial(
  core: ResumableContext,
  partial: PiecedUpload,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pieces = requirePieces(core)
  const file = fileOf(partial)
  const { offset: size, fence } = partial.upload
  const turn = uploadTurn(core, partial.upload)
  const range = { start, end: size }
  if (!pieces.inPlace) {
    yield* pieces.read(file, range, { turn, signal })
    return
  }
  const joined = await pieces.join(file, { fence, size, sha256: null, turn, signal })
  yield* joined.stream(range)
}
