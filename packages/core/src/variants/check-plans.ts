import { invalidArgument } from '../errors/invalid-argument.ts'
import { memberNames, type PictureSet } from '../pictures/picture-set.ts'
import type { VariantProcessor } from './variant-processor.ts'

const PLAN_NAME = /^[a-z0-9_-]{1,32}$/
const SET_NAME = /^[a-z0-9_]{1,20}$/
const EXTENSION = /^[a-z0-9]{1,8}$/

/**
 * Refuses plans and sets of which URLs could not be told apart, or of which nothing could be made. Every processor of a
 * store goes through it. `invalid_argument`
 */
export function checkPlans(processors: readonly VariantProcessor[]): void {
  const sets = processors.flatMap((each) => each.sets ?? [])
  const twice = repeated(sets.map(({ name }) => name))
  if (twice !== undefined)
    throw refused(`has the set ${quoted(twice)} twice`, 'Give one of them another name')
  for (const processor of processors) checkProcessor(processor)
  const members = sets.flatMap(memberNames)
  const sizes = new Set(members.map(({ size }) => size))
  const isMember = new Set(members.map(({ member }) => member))
  for (const { name } of processors.flatMap(({ plans }) => plans)) {
    if (sizes.has(name)) {
      throw refused(
        `has a variant ${quoted(name)}, which is also a size of a set`,
        'Give it another name',
      )
    }
    if (!isMember.has(name) && !PLAN_NAME.test(name)) {
      throw refused(
        `has a variant ${quoted(name)}`,
        'Use 1 to 32 characters out of a-z, 0-9, _ and -',
      )
    }
  }
}

function checkProcessor({ plans, sets = [] }: VariantProcessor): void {
  const names = plans.map(({ name }) => name)
  const twice = repeated(names)
  if (twice !== undefined)
    throw refused(`has a processor with two variants ${quoted(twice)}`, 'Remove one')
  for (const set of sets) {
    checkSet(set)
    const missing = memberNames(set).find(({ member }) => !names.includes(member))
    if (missing !== undefined) {
      throw refused(
        `has the set ${quoted(set.name)} without the variant ${quoted(missing.member)}`,
        'Add it to `plans`',
      )
    }
  }
}

function checkSet({ name, widths, formats, tallest = 1 }: PictureSet): void {
  const at = `has the set ${quoted(name)}`
  if (!SET_NAME.test(name))
    throw refused(at, 'Name it with 1 to 20 characters out of a-z, 0-9 and _')
  const isAscending = widths.every((width, index) => width > (widths[index - 1] ?? 0))
  if (widths.length === 0 || !isAscending || ![...widths, tallest].every(isPixels)) {
    throw refused(
      `${at} with the widths ${widths.join(', ')}`,
      'Give whole pixels, from the smallest',
    )
  }
  const extensions = formats.map(({ extension }) => extension)
  const areFit =
    extensions.every((each) => EXTENSION.test(each)) && repeated(extensions) === undefined
  if (extensions.length === 0 || !areFit) {
    throw refused(
      `${at} with the formats ${extensions.join(', ')}`,
      'Give different extensions, in lower case',
    )
  }
}

function isPixels(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 1
}

function repeated(names: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return names.find((name) => seen.has(name) || !seen.add(name))
}

function quoted(name: string): string {
  return JSON.stringify(name)
}

function refused(fault: string, advice: string): Error {
  return invalidArgument('variants', `variants ${fault}. ${advice}.`)
}
