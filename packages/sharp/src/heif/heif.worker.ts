// The thread that decodes one HEIC picture and then ends. It is bundled into a string (`?worker`) and started by
// `decode-heif.ts`.
import { parentPort, workerData } from 'node:worker_threads'
import type { HeifReply, HeifRequest } from './decode-heif.ts'
import { HeifRefusal, loadLibHeif, type Plane, succeeded } from './libheif.ts'
import { tiffAround } from './tiff.ts'

function decode({ content, icc, limits, requireFrom }: HeifRequest): Uint8Array<ArrayBuffer> {
  const heif = loadLibHeif(requireFrom)
  const context = heif.heif_context_alloc()
  heif.heif_context_set_maximum_image_size_limit(context, Math.floor(Math.sqrt(limits.pixels)))
  succeeded(heif.heif_context_read_from_memory(context, content))
  const image = succeeded(heif.heif_js_context_get_primary_image_handle(context))

  const width = heif.heif_image_handle_get_width(image)
  const height = heif.heif_image_handle_get_height(image)
  if (width * height > limits.pixels) throw new HeifRefusal('over the limit of pixels')

  const channels = heif.heif_image_handle_has_alpha_channel(image) ? 4 : 3
  const { heif_colorspace, heif_chroma } = heif
  const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = heif_chroma
  const chroma = channels === 4 ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB
  const decoded = heif.heif_js_decode_image2(image, heif_colorspace.heif_colorspace_RGB, chroma)
  const [plane] = succeeded(decoded).channels
  if (plane === undefined) throw new HeifRefusal('no pixels')

  const tiff = tiffAround({ width: plane.width, height: plane.height, channels, icc })
  copyRows(plane, channels, tiff.pixels)
  return tiff.bytes
}

function copyRows({ data, width, height, stride }: Plane, channels: number, to: Uint8Array): void {
  const rowBytes = width * channels
  for (let row = 0; row < height; row++) {
    to.set(data.subarray(row * stride, row * stride + rowBytes), row * rowBytes)
  }
}

/** A WebAssembly trap comes from the decoder; `abort()` in it says that memory is short. */
function isRefusal(error: unknown): error is Error {
  if (error instanceof HeifRefusal) return true
  const { name, message } = Object(error)
  return name === 'RuntimeError' && !String(message).startsWith('Aborted')
}

function reply(): void {
  const bytes = decode(workerData as HeifRequest)
  parentPort?.postMessage({ bytes } satisfies HeifReply, [bytes.buffer])
}

try {
  reply()
} catch (error) {
  if (!isRefusal(error)) throw error
  parentPort?.postMessage({ refused: error.message } satisfies HeifReply)
}
