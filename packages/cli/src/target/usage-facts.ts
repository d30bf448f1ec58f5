import { answered, object, orNull, recordOf, whole } from './answered.ts'
import type { UsageFacts } from './target.ts'

const COUNTS = { assets: whole, bytes: whole }
const FACTS = {
  ...COUNTS,
  trashed_assets: whole,
  trashed_bytes: whole,
  by_type: orNull(recordOf(object)),
  quota: orNull(object),
}
const QUOTA = { bytes: orNull(whole), assets: orNull(whole) }

/** The usage from an answer. */
export function usageOfServer(usage: unknown): UsageFacts {
  const { attributes } = answered('a usage', usage, { attributes: object })
  const { by_type, quota, ...facts } = answered('a usage', attributes, FACTS)
  return {
    ...facts,
    by_type:
      by_type &&
      Object.fromEntries(
        Object.entries(by_type).map(([type, each]) => [type, answered('a usage', each, COUNTS)]),
      ),
    quota: quota && answered('a usage', quota, QUOTA),
  }
}
