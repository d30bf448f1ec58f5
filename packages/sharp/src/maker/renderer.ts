import type { VariantResult } from '@stowage/core'
import type { RenderJob } from '../picture/recipe.ts'
import type { PictureContent } from './content.ts'

/** Where pictures are rendered: in this process or in others. */
export interface Renderer {
  /** `unavailable` when sharp cannot be loaded or its process was ended. Rejects as reading the content does. */
  render(content: PictureContent, job: RenderJob): Promise<VariantResult>
  /** Ends what is under way. Idempotent. */
  close(): void
}
