import { isUint8Array } from 'node:util/types'
import type { FailedVariant, Variant } from '../assets/asset.ts'
import { type PutFilesContext, putFiles } from '../blobs/put-files.ts'
import type { FileStorage } from '../blobs/storage-in-turn.ts'
import type { Focus } from '../own-data/own-data.ts'
import { stageUpload } from '../staging/stage-upload.ts'
import type { StagedUpload } from '../staging/staged-upload.ts'
import type { StagedFile } from '../staging/staging.ts'
import type { CopiedVariant, MadeVariant, VariantResult } from './variant-processor.ts'
import { VARIANT_LIMIT } from './variant-processor.ts'

/** Variants on their way into the blob store. No record names them yet. */
export interface NewVariants {
  readonly variants: readonly Variant[]
  /** The bytes of `variants`, in their order. */
  readonly files: readonly StagedFile[]
  /** Variants that cannot be made from this file, or are not worth it. */
  readonly failed: readonly FailedVariant[]
  /** Settles when no put is under way; rejects when one failed. */
  readonly put: Promise<void>
  /** Removes the bytes from staging. Never rejects. */
  readonly discard: () => Promise<void>
}

export type StoreVariantsContext = PutFilesContext & FileStorage

/** No variant, made or failed. */
export const NO_VARIANTS: NewVariants = {
  variants: [],
  files: [],
  failed: [],
  put: Promise.resolve(),
  discard: async () => {},
}

type Made = MadeVariant | (CopiedVariant & Pick<MadeVariant, 'preview'>)

/** What was asked of the processor. */
interface AskedVariants {
  readonly names: readonly string[]
  /** That of the asset when they were made. */
  readonly focus: Focus | null
  /** Whether it was made for the focus, as its plan says. */
  readonly isCropped: (name: string) => boolean
  /** Bytes of the original: no copy of it may have more. */
  readonly largest: number
}

/** Puts each requested variant that was made, once. The other requested ones count as failed. */
export async function storeVariants(
  context: StoreVariantsContext,
  result: VariantResult,
  { names, focus, isCropped, largest }: AskedVariants,
  signal: AbortSignal | undefined,
): Promise<NewVariants> {
  const all: readonly Made[] = [...result.made, ...(result.copies ?? [])]
  const asked = names.flatMap((name) => all.find((each) => each.name === name) ?? [])
  const small = asked.filter(
    ({ content }) => !isUint8Array(content) || content.byteLength <= VARIANT_LIMIT,
  )
  const files = await stageAll(context, small, { largest, signal })
  const discard = async () => {
    await Promise.all(files.map((file) => file.discard()))
  }
  const { blobKeys, put } = await putFiles(context, files, signal).catch(async (error) => {
    await discard()
    throw error
  })
  const variants = small.map(({ preview, ...made }, index) => {
    const { size, sha256 } = files[index] as StagedFile
    const { name, mimeType, extension, width, height } = made
    const blobKey = blobKeys[index] as string
    const variant: Variant = { blobKey, name, mimeType, extension, width, height, size, sha256 }
    return Object.assign(variant, preview && { preview }, isCropped(name) ? { focus } : null)
  })
  const tried = [...asked.map(({ name }) => name), ...result.failed]
  const failed = names
    .filter((name) => !small.some((each) => each.name === name))
    .map((name) => ({ name, attempts: tried.includes(name) ? 1 : 0 }))
  return { variants, files, failed, put, discard }
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

/** All or none. */
async function stageAll(
  { staging }: Pick<StoreVariantsContext, 'staging'>,
  variants: readonly Made[],
  {
    largest,
    signal,
  }: Pick<AskedVariants, 'largest'> & { readonly signal: AbortSignal | undefined },
): Promise<readonly StagedUpload[]> {
  const limit = Math.max(VARIANT_LIMIT, largest)
  const waiting = variants.map(({ content }) => stageUpload(content, { staging, limit, signal }))
  const settled = await Promise.allSettled(waiting)
  const files = settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
  const failure = settled.find((each) => each.status === 'rejected')
  if (failure === undefined) return files
  await Promise.all(files.map((file) => file.discard()))
  throw failure.reason
}
