import { createRequire } from 'node:module'

/** The entry of libheif-js that contains its WebAssembly, so it needs no second file. */
const MODULE = 'libheif-js/wasm-bundle'

/** A pointer into the memory of the WebAssembly. */
type Handle = number & { readonly handle: unique symbol }
/** What a failed call returns. A successful call returns no `code`, or 0. */
interface Failure {
  readonly code: { readonly value: number }
  readonly message: string
}

/** The part of libheif-js that we use: its bindings to libheif's C interface. */
export interface LibHeif {
  readonly heif_colorspace: { readonly heif_colorspace_RGB: unknown }
  readonly heif_chroma: {
    readonly heif_chroma_interleaved_RGB: unknown
    readonly heif_chroma_interleaved_RGBA: unknown
  }
  heif_context_alloc(): Handle
  heif_context_set_maximum_image_size_limit(context: Handle, side: number): void
  heif_context_read_from_memory(context: Handle, content: Uint8Array): Failure
  heif_js_context_get_primary_image_handle(context: Handle): Handle | Failure
  heif_image_handle_get_width(image: Handle): number
  heif_image_handle_get_height(image: Handle): number
  heif_image_handle_has_alpha_channel(image: Handle): number
  heif_js_decode_image2(
    image: Handle,
    colorspace: unknown,
    chroma: unknown,
  ): { readonly channels: readonly Plane[] } | Failure
}

/** Rows of pixels in the memory of the WebAssembly, `stride` bytes apart. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly stride: number
  readonly data: Uint8Array
}

/** Whether libheif-js can be resolved from `requireFrom`. */
export function hasLibHeif(requireFrom: string): boolean {
  try {
    createRequire(requireFrom).resolve(MODULE)
    return true
  } catch {
    return false
  }
}

/** Loads libheif-js, which takes about 20 ms. Throws when it is not installed. */
export function loadLibHeif(requireFrom: string): LibHeif {
  return createRequire(requireFrom)(MODULE)
}

/** libheif's message for a picture that it cannot decode. */
export class HeifRefusal extends Error {}

/** The answer, or its failure as a `HeifRefusal`. */
export function succeeded<Answer>(answer: Answer | Failure): Answer {
  if (isFailure(answer)) throw new HeifRefusal(answer.message)
  return answer
}

function isFailure(answer: unknown): answer is Failure {
  if (typeof answer !== 'object' || answer === null || !('code' in answer)) return false
  return (answer as Failure).code.value !== 0
}
