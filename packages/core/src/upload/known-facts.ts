import type { FileFacts } from '@stowage/analysis'
import { FACT_ENTRIES } from '../assets/asset-fields.ts'

/** Facts of a content that no analyzer tells. */
const OTHERS: ReadonlySet<string> = new Set(['name', 'size', 'sha256', 'status'])

const NAMES = FACT_ENTRIES.map(([name]) => name).filter((name) => !OTHERS.has(name))

/** What an analyzer is asked for. One of the app may return more. */
export function knownFacts(facts: FileFacts): FileFacts {
  const known: Record<string, unknown> = {}
  for (const name of NAMES as readonly (keyof FileFacts)[]) known[name] = facts[name]
  return known as unknown as FileFacts
}
