import type { VariantPlan } from '../variants/variant-processor.ts'
import { memberNames, type PictureSet } from './picture-set.ts'

/** By name of each size, `page-800`: what the bytes that its URL serves depend on besides the original. */
export function sizeSettings(
  sets: readonly PictureSet[],
  plans: ReadonlyMap<string, VariantPlan>,
): ReadonlyMap<string, string> {
  const members = new Map<string, unknown[]>()
  for (const { member, size } of sets.flatMap(memberNames)) {
    members.set(size, [...(members.get(size) ?? []), [member, plans.get(member)?.settings ?? null]])
  }
  return new Map([...members].map(([size, made]) => [size, JSON.stringify(made)]))
}
