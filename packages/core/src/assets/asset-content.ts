import type { Asset } from './asset.ts'

/** What the bytes of an asset are, what was found out about them, and what the file was called. */
export type VersionFacts = Pick<
  Asset,
  | 'name'
  | 'type'
  | 'mimeType'
  | 'extension'
  | 'charset'
  | 'size'
  | 'sha256'
  | 'width'
  | 'height'
  | 'durationSeconds'
  | 'embedded'
  | 'status'
>

/** New content for an asset. */
export interface NewContent
  extends Omit<VersionFacts, 'name'>,
    Pick<Asset, 'blobKey' | 'variants' | 'failedVariants'> {
  /** `null`: the name of the asset stays. */
  readonly name: string | null
}
