import type { Asset } from '../assets/asset.ts'
import { bytesOf } from '../assets/asset-changes.ts'
import { counterKeysOf, type PartMember, WHOLE_TENANT } from './asset-parts.ts'

/** The list of the active assets of a tenant. */
export const LIVE = 0
/** The trash. */
export const TRASH = 1
/** Which of a tenant's lists: the active assets or the trash. */
export type ListNumber = typeof LIVE | typeof TRASH

/** How many insertion numbers a block covers, by level. A tenant has few blocks of the last. */
const SPANS_OF_TENANT = [2 ** 8, 2 ** 16, 2 ** 24]
/**
 * One level, because each further level is a write for nearly every upload: most creators upload one file at a time.
 * Smaller blocks would be a row for nearly every asset. Larger ones would have more keys to skip where one creator has
 * all assets.
 */
const SPANS_OF_PART = [2 ** 14]

/** How many insertion numbers a block of the part covers, by level. */
export function blockSizes(part: string): readonly number[] {
  return part === WHOLE_TENANT ? SPANS_OF_TENANT : SPANS_OF_PART
}

/** The level whose rows have the bytes, and whose sum is the cheapest. */
export function rootLevel(part: string): number {
  return blockSizes(part).length - 1
}

/**
 * An asset came into (+1) or left (−1) a list. An asset that changes its counters or its bytes leaves as it was, and
 * comes in as it is now.
 */
export interface CountChange extends PartMember {
  readonly tenantId: number
  readonly list: ListNumber
  readonly seq: number
  readonly by: 1 | -1
  /** Of the original and the variants. */
  readonly bytes: number
}

/** What the counters need of an asset. */
export type Counted = PartMember & Pick<Asset, 'size' | 'variants'>

/** The asset as it comes into a list, or as it leaves it. */
export function countChange(
  asset: Counted,
  change: Pick<CountChange, 'tenantId' | 'list' | 'seq' | 'by'>,
): CountChange {
  const { createdBy, type, folderId } = asset
  const { tenantId, list, seq, by } = change
  return { tenantId, list, seq, by, createdBy, type, folderId, bytes: bytesOf(asset) }
}

/** By how much a block changes. Zero for both: the block was touched, but has what it had. */
export interface BlockChange {
  readonly tenantId: number
  readonly part: string
  readonly list: ListNumber
  readonly level: number
  readonly block: number
  by: number
  /** Zero below the top level. */
  bytes: number
}

/** The changes of a transaction, one for each block that they touch. */
export function blockChanges(changes: readonly CountChange[]): readonly BlockChange[] {
  const blocks = new Map<string, BlockChange>()
  for (const change of changes) {
    addChange(blocks, change, WHOLE_TENANT, SPANS_OF_TENANT)
    for (const part of counterKeysOf(change)) addChange(blocks, change, part, SPANS_OF_PART)
  }
  return [...blocks.values()]
}

function addChange(
  blocks: Map<string, BlockChange>,
  { tenantId, list, seq, by, bytes: size }: CountChange,
  part: string,
  spans: readonly number[],
): void {
  for (const [level, span] of spans.entries()) {
    const block = Math.floor(seq / span)
    const bytes = level === spans.length - 1 ? by * size : 0
    const key = `${tenantId} ${list} ${level} ${block} ${part}`
    const known = blocks.get(key)
    if (known === undefined) {
      blocks.set(key, { tenantId, part, list, level, block, by, bytes })
    } else {
      known.by += by
      known.bytes += bytes
    }
  }
}
