import type { FileFacts } from '@stowage/analysis'
import type { VariantPlan, VariantProcessor } from './variant-processor.ts'

/** The plan by which a processor makes this variant of a file with these facts; none when it has no such variant. */
export function planOf(
  processor: VariantProcessor,
  facts: FileFacts,
  name: string,
): VariantPlan | undefined {
  if (processor.planOf !== undefined) return processor.planOf(facts, name)
  return processor.plans.find((plan) => plan.name === name)
}
