import { createHash } from 'node:crypto'
import type { Sql } from '../connection/database.ts'
import { blockCounts, countSmallBlocks, partCount } from './block-counts.ts'
import { type BlockVersion, blockVersions, smallBlockVersions } from './list-changes.ts'
import type { SearchFilter } from './search-filter.ts'

/** The most numbers that all totals together keep. */
const MAX_KEPT = 65_536
/** Blocks that one statement counts: it takes a second at most. */
const BLOCKS_AT_ONCE = 16

/** The number of matching assets. */
export interface Total {
  readonly n: number
  /** The number of matches of each block of the list, oldest first; `null` when the total did not need them. */
  readonly blocks: ReadonlyMap<number, number> | null
}

/** The number of matches of a block, valid for this version of it. */
interface Counted {
  readonly version: BlockVersion
  readonly n: number
}

/** `small`: the counts of its small blocks, kept once a change has made the count of the whole block too old. */
interface CountedBlock extends Counted {
  readonly small: ReadonlyMap<number, Counted> | null
}

/**
 * The exact totals of filtered lists. It keeps the count of each block until a commit of any process changes the
 * block, so that after an upload it counts 256 assets again, not a million. An interrupted count keeps the blocks that
 * it has finished.
 */
export class ListTotals {
  readonly #kept = new Map<string, Map<number, CountedBlock>>()
  #size = 0

  /** The number of kept numbers; at most 65,536. */
  get size(): number {
    return this.#size
  }

  /** The total in the snapshot that `sql` reads. `server`: another server may give other changes the same versions. */
  async count(sql: Sql, server: string, wanted: SearchFilter): Promise<Total> {
    const { tenantId, list, conditions, listed } = wanted
    const [first] = conditions
    if (first === undefined || listed === 0) return { n: listed, blocks: null }
    if (conditions.length === 1 && first.part !== undefined) {
      return { n: await partCount(sql, wanted, first.part), blocks: null }
    }
    const versions = await blockVersions(sql, wanted)
    const asked = conditions.map(({ sql: text, values }) => [text, values])
    const key = digestOf([server, tenantId, list, asked])
    const before = this.#take(key)
    const now = new Map<number, CountedBlock>()
    try {
      await countAnew(sql, wanted, { versions, before, now })
    } finally {
      this.#keep(key, now)
    }
    let n = 0
    const blocks = new Map<number, number>()
    for (const block of versions.keys()) {
      const counted = now.get(block)?.n ?? 0
      blocks.set(block, counted)
      n += counted
    }
    return { n, blocks }
  }

  #take(key: string): ReadonlyMap<number, CountedBlock> {
    const kept = this.#kept.get(key) ?? new Map<number, CountedBlock>()
    if (this.#kept.delete(key)) this.#size -= sizeOf(kept)
    return kept
  }

  #keep(key: string, blocks: Map<number, CountedBlock>): void {
    // Another count of the same list may have ended meanwhile.
    this.#take(key)
    this.#kept.set(key, blocks)
    this.#size += sizeOf(blocks)
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= MAX_KEPT) return
      this.#take(oldest)
    }
  }
}

/** A digest, so that the key is short: clients choose how long a filter is. */
function digestOf(asked: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64')
}

function sizeOf(blocks: ReadonlyMap<number, CountedBlock>): number {
  let size = 1
  for (const { small } of blocks.values()) size += 1 + (small?.size ?? 0)
  return size
}

/** Fills `now` with the counts of all blocks. */
async function countAnew(
  sql: Sql,
  wanted: SearchFilter,
  state: {
    readonly versions: ReadonlyMap<number, BlockVersion>
    readonly before: ReadonlyMap<number, CountedBlock>
    readonly now: Map<number, CountedBlock>
  },
): Promise<void> {
  const { versions, before, now } = state
  const unknown: number[] = []
  for (const [block, version] of versions) {
    const known = before.get(block)
    if (known === undefined) unknown.push(block)
    else if (known.version === version) now.set(block, known)
    else now.set(block, await countChanged(sql, wanted, { block, version, known }))
  }
  for (let index = 0; index < unknown.length; index += BLOCKS_AT_ONCE) {
    const some = unknown.slice(index, index + BLOCKS_AT_ONCE)
    const counts = await blockCounts(sql, wanted, some)
    for (const block of some) {
      const version = versions.get(block) ?? ''
      now.set(block, { version, n: counts.get(block) ?? 0, small: null })
    }
  }
}

/** Counts the changed small blocks of a block. */
async function countChanged(
  sql: Sql,
  wanted: SearchFilter,
  changed: {
    readonly block: number
    readonly version: BlockVersion
    readonly known: CountedBlock
  },
): Promise<CountedBlock> {
  const { block, version, known } = changed
  const versions = await smallBlockVersions(sql, wanted, block)
  const isAsBefore = (number: number) => known.small?.get(number)?.version === versions.get(number)
  const stale = [...versions.keys()].filter((number) => !isAsBefore(number))
  const counts = await countSmallBlocks(sql, wanted, block, known.small === null ? null : stale)
  const small = new Map<number, Counted>()
  let n = 0
  for (const [number, smallVersion] of versions) {
    const kept = isAsBefore(number) ? known.small?.get(number) : undefined
    const counted = kept ?? { version: smallVersion, n: counts.get(number) ?? 0 }
    small.set(number, counted)
    n += counted.n
  }
  return { version, n, small }
}
