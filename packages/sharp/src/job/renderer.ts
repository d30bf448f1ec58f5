import type { VariantResult } from '@stowage/core/ports'
import type { PictureContent } from './content.ts'
import type { RenderJob } from './recipe.ts'

/** Where pictures are rendered: in this process or in others. */
export interface Renderer {
  /** Loads sharp where it will run. `variants_unavailable` when it can never be loaded. */
  prepare(): Promise<void>
  /**
   * `variants_unavailable` when sharp cannot be loaded, `unavailable` when the attempt showed nothing about the
   * picture. Rejects as reading the content does. An abort stops what can be stopped.
   */
  render(content: PictureContent, job: RenderJob, signal?: AbortSignal): Promise<VariantResult>
  /** Stops the jobs under way. Idempotent. */
  close(): void
}
