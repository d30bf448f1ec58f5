import { isStowageError, StowageError } from '@stowage/core'
import {
  allSettledOrThrow,
  callMethod,
  checkOptions,
  type MigratableMetadata,
  makeRoles,
  type OptionChecks,
  required,
  type Transfer,
  type TransferSource,
} from '@stowage/core/internal'
import type { MetadataStore } from '@stowage/core/ports'
import { immovable, metadataStore } from '../options/move-checks.ts'
import { switchingEvents } from './switching-events.ts'

/** The database to move from, and the one to move to. */
export interface MetadataMove {
  readonly from: MigratableMetadata
  readonly to: MigratableMetadata
}

/** The records of a store that moves. */
export interface SwitchingMetadata extends MetadataStore {
  /** Tells a sweep how much is recorded; the sweep ends the recording at its limit. */
  readonly transfer: Pick<Transfer, 'source'>
}

const OPTIONS: OptionChecks<MetadataMove> = {
  from: required(metadataStore),
  to: required(metadataStore),
}

/**
 * Makes one `MetadataStore` of the two. It uses `from` until `migrateMetadata`, in any process, has handed over the
 * records, and `to` from then on. Writes are `unavailable` for the moment of the switch; reads never are. `close`
 * closes both.
 *
 * `invalid_argument` when records cannot leave `from`, or cannot move into `to`.
 */
export function switchingMetadata(move: MetadataMove): SwitchingMetadata {
  checkOptions<MetadataMove>('switchingMetadata', move, OPTIONS)
  const { from, to } = move
  const { source, target } = transferOf(move)
  let moved = false

  async function hasMoved(): Promise<boolean> {
    if (moved) return true
    const { phase, id } = await source.state()
    if (phase !== 'moved') return false
    if ((await target.progress())?.id !== id) {
      throw new StowageError('unavailable', 'The records have moved, but not to this database.')
    }
    moved = true
    return true
  }

  /** A result that `from` gave before the hand-over is valid: nothing was written elsewhere yet. */
  async function read<Result>(call: (metadata: MetadataStore) => Promise<Result>): Promise<Result> {
    if (moved) return call(to)
    const result = await call(from)
    return (await hasMoved()) ? call(to) : result
  }

  /** A write that failed with `unavailable` changed nothing, so it may go to the other side. */
  async function write<Result>(
    call: (metadata: MetadataStore) => Promise<Result>,
  ): Promise<Result> {
    if (moved) return call(to)
    try {
      return await call(from)
    } catch (error) {
      if (!isStowageError(error, 'unavailable') || !(await hasMoved())) throw error
      return call(to)
    }
  }

  const roles = makeRoles((method) => {
    const through = method.verb === null ? read : write
    return (...given) => through((metadata) => callMethod(metadata, method, given))
  })
  return Object.assign(roles, {
    events: Object.assign({}, roles.events, switchingEvents({ from, read })),
    transfer: { source },
    async close() {
      await allSettledOrThrow([from.close(), to.close()])
    },
  })
}

/** The same two stores; `invalid_argument` unless records can move from one to the other. */
export function movable(move: {
  readonly from: MetadataStore
  readonly to: MetadataStore
}): MetadataMove {
  const either = move as MetadataMove
  transferOf(either)
  return either
}

/** Both ends of a move; `invalid_argument` when one is missing, which can happen in plain JavaScript. */
export function transferOf({ from, to }: MetadataMove): Transfer {
  const source = sourceOf(from)
  const target = (to as Partial<MigratableMetadata>).transfer?.target
  if (target === undefined) throw immovable('to')
  return { source, target }
}

/** The end of a move from which records leave; `invalid_argument` when this database has none. */
export function sourceOf(from: {
  readonly transfer?: Pick<Transfer, 'source'> | undefined
}): TransferSource {
  const source = from.transfer?.source
  if (source !== undefined) return source
  throw immovable('from')
}
