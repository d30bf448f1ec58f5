import { invalidArgument } from '../errors/invalid-argument.ts'
import { planOf } from './plan-of.ts'
import type { VariantPlan, VariantProcessor } from './variant-processor.ts'

/**
 * One processor of several. Each name of a variant is made by the first that has it and accepts the file, so that one
 * may make the thumbnails of pictures, and another those of videos. `invalid_argument` when they do not agree on when
 * a variant is made.
 */
export function composeProcessors(
  processors: readonly [VariantProcessor, ...VariantProcessor[]],
): VariantProcessor {
  const [first, ...others] = processors
  if (others.length === 0) return first
  const sets = processors.flatMap(({ sets = [] }) => sets)
  const makerOf = (...[facts, name]: Required<Parameters<VariantProcessor['accepts']>>) =>
    processors.find(
      (each) => each.plans.some((plan) => plan.name === name) && each.accepts(facts, name),
    )
  const plans = plansOf(processors)
  return {
    plans,
    sets,
    accepts: (facts, name) =>
      name === undefined
        ? processors.some((each) => each.accepts(facts))
        : makerOf(facts, name) !== undefined,
    planOf(facts, name) {
      const maker = makerOf(facts, name)
      return maker && planOf(maker, facts, name)
    },
    async make(source, names, options) {
      const shares = new Map<VariantProcessor, string[]>()
      for (const name of names) {
        const maker = makerOf(source.facts, name)
        if (maker !== undefined) shares.set(maker, [...(shares.get(maker) ?? []), name])
      }
      const results = await Promise.all(
        [...shares].map(([maker, share]) => maker.make(source, share, options)),
      )
      return {
        made: results.flatMap(({ made }) => made),
        copies: results.flatMap(({ copies = [] }) => copies),
        failed: results.flatMap(({ failed }) => failed),
      }
    },
    async prepare() {
      await Promise.all(processors.map((each) => each.prepare?.()))
    },
    async close() {
      await Promise.all(processors.map((each) => each.close?.()))
    },
  }
}

function plansOf(processors: readonly VariantProcessor[]): readonly VariantPlan[] {
  const plans = new Map<string, VariantPlan>()
  for (const plan of processors.flatMap(({ plans }) => plans)) {
    const before = plans.get(plan.name) ?? plan
    if (before.timing !== plan.timing) {
      throw invalidArgument(
        'variants',
        `variants has ${JSON.stringify(plan.name)} twice, once made with the upload and once on demand. Give both the same timing.`,
      )
    }
    plans.set(plan.name, before)
  }
  return [...plans.values()]
}
