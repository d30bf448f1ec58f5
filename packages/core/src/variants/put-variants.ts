import type { FailedVariant, Variant } from '../assets/asset.ts'
import { type PutFilesContext, putFiles } from '../blobs/put-files.ts'
import type { FileStorage } from '../blobs/storage-in-turn.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { StagedFile } from '../staging/staging.ts'
import { VARIANT_LIMIT } from './variant-limit.ts'
import type { VariantResult } from './variant-processor.ts'

/** Variants on their way into the blob store. No record names them yet. */
export interface NewVariants {
  readonly variants: readonly Variant[]
  /** The bytes of `variants`, in their order. */
  readonly files: readonly StagedFile[]
  /** Variants that cannot be made from this file, or are not worth it. */
  readonly failed: readonly FailedVariant[]
  /** Settles when no put is under way; rejects when one failed. */
  readonly put: Promise<void>
}

export type StoreVariantsContext = PutFilesContext & FileStorage

/** No variant, made or failed. */
export const NO_VARIANTS: NewVariants = {
  variants: [],
  files: [],
  failed: [],
  put: Promise.resolve(),
}

/** Puts each requested variant that was made, once. The other requested ones count as failed. */
export async function storeVariants(
  context: StoreVariantsContext,
  result: VariantResult,
  names: readonly string[],
  signal: AbortSignal | undefined,
): Promise<NewVariants> {
  const asked = names.flatMap((name) => result.made.find((each) => each.name === name) ?? [])
  const small = asked.filter(({ content }) => content.byteLength <= VARIANT_LIMIT)
  const { staging } = context
  const files = await Promise.all(
    small.map(({ content }) => stageUpload(content, { staging, limit: VARIANT_LIMIT })),
  )
  const { blobKeys, put } = await putFiles(context, files, signal)
  const variants = small.map(({ name, mimeType, extension, width, height }, index) => {
    const { size, sha256 } = files[index] as StagedFile
    const blobKey = blobKeys[index] as string
    return { blobKey, name, mimeType, extension, width, height, size, sha256 }
  })
  const tried = [...asked.map(({ name }) => name), ...result.failed]
  const failed = names
    .filter((name) => !small.some((each) => each.name === name))
    .map((name) => ({ name, attempts: tried.includes(name) ? 1 : 0 }))
  return { variants, files, failed, put }
}

/** Puts the same variants under new keys, after another process claimed the old ones. */
export async function putVariantsAgain(
  context: PutFilesContext,
  made: NewVariants,
): Promise<NewVariants> {
  const { blobKeys, put } = await putFiles(context, made.files, undefined)
  const variants = made.variants.map((variant, index) => ({
    ...variant,
    blobKey: blobKeys[index] as string,
  }))
  return { ...made, variants, put }
}
