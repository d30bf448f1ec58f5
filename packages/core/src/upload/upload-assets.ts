import type { Asset } from '../assets/asset.ts'
import type { ViewedStore } from '../assets/store-view.ts'
import { storeReadOnly } from '../store/opening/read-only.ts'
import type { StoreCore } from '../store/opening/store-core.ts'
import { upload } from './upload.ts'
import { guardInputs } from './upload-inputs.ts'
import type { UploadInput, UploadManyOptions } from './upload-options.ts'
import { uploadRequest } from './upload-request.ts'
import type { Uploaded } from './uploaded.ts'

/** `AssetStore.uploadMany` of one view. */
export async function uploadAssets(
  { calls, events, onError, readOnly, uploads }: StoreCore,
  view: ViewedStore,
  files: Iterable<UploadInput> | AsyncIterable<UploadInput>,
  options: UploadManyOptions,
): Promise<readonly Asset[]> {
  const discard = guardInputs(files)
  let uploaded: readonly Uploaded[]
  try {
    const request = uploadRequest(view, files, options, uploads.pendingHours)
    // Refused before a byte is received.
    if (readOnly) throw storeReadOnly()
    const { trace = null } = view
    const store = (signal: AbortSignal) =>
      upload(uploads, Object.assign({}, request, { trace, signal }))
    uploaded = await calls.run(() => calls.untilClosed(request.signal, store), request.signal)
  } catch (error) {
    discard()
    throw error
  }
  for (const { asset, issues } of uploaded) {
    if (issues.length > 0) events.emit('analysis', { asset, issues })
  }
  uploaded.forEach(({ asset, isDuplicate }, index) => {
    if (!isDuplicate) return
    // The files are stored: an error of the hook must not fail the call.
    new Promise((resolve) => resolve(options.onReturned?.(asset, index))).catch(onError)
  })
  return uploaded.map(({ asset }) => asset)
}
