import type { VariantResult } from '@stowage/core/ports'
import type { PictureContent } from './content.ts'
import type { RenderJob } from './recipe.ts'

/** Where pictures are rendered: in this process or in others. */
export interface Renderer {
  /** Loads sharp where it will run. `variants_unavailable` when that cannot be, ever. */
  prepare(): Promise<void>
  /**
   * `variants_unavailable` when sharp cannot be loaded, `unavailable` when nothing was learned of the picture.
   * Rejects as reading the content does. An abort ends what can be ended.
   */
  render(content: PictureContent, job: RenderJob, signal?: AbortSignal): Promise<VariantResult>
  /** Ends what is under way. Idempotent. */
  close(): void
}
