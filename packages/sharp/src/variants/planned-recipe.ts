import type { VariantTiming } from '@stowage/core/ports'
import type { VariantRecipe } from '../job/recipe.ts'

/** A recipe, and when its variant is made. */
export interface PlannedRecipe extends VariantRecipe {
  readonly timing: VariantTiming
}
