import path from 'node:path'
import { type StoreLocation, StowageError } from '@stowage/core'
import {
  allSettledOrThrow,
  callback,
  checkOptions,
  errorMessage,
  group,
  having,
  integer,
  invalidArgument,
  LOCATION_OPTIONS,
  type OptionChecks,
  partsOf,
  type RequiredCheck,
  required,
  type StoreParts,
  text,
} from '@stowage/core/internal'
import type { OpenRecordsOptions } from '@stowage/core/ports'
import { MAX_PARALLEL, type MoveProgress, type MoveReport, moveBlobs } from '../blobs/move-blobs.ts'
import { movingBlobs } from '../blobs/moving-blobs.ts'
import { assertFillable } from '../records/assert-fillable.ts'
import {
  MAX_PAUSE,
  type MetadataProgress,
  type MetadataReport,
  migrateMetadata,
} from '../records/migrate-metadata.ts'
import { type MetadataMove, movable, switchingMetadata } from '../records/switching-metadata.ts'

/** A store that moves: where it is, and where it goes. */
export interface StoreMove {
  readonly from: StoreLocation
  readonly to: StoreLocation
}

/** What `migrate` moves, from where to where. */
export interface MigrateOptions extends StoreMove {
  /** Milliseconds for which the switch may refuse writes at a time. Default and maximum: 2000. */
  readonly pauseMs?: number
  /** Blobs copied at a time. Default 4; 1 to 64. */
  readonly parallel?: number
  /** `progress.blobs.cursor` of an interrupted run, so that this run does not compare the blobs copied by that one. */
  readonly cursor?: string
  /** Ends the run. Another run continues it. */
  readonly signal?: AbortSignal
  /** Called repeatedly during the run. */
  readonly onProgress?: (progress: MigrateProgress) => void
}

/** How far a store has moved: first all blobs, then the records, then the proof of both. */
export interface MigrateProgress {
  readonly blobs: MoveProgress
  /** `null` while blobs are copied. */
  readonly records: MetadataProgress | null
  /** What has been checked since the records moved; `null` before. */
  readonly proof: MoveProgress | null
}

/** What moved: files and records. */
export interface MigrateReport {
  /** What was copied before the records moved. */
  readonly blobs: MoveReport
  readonly records: MetadataReport
  /**
   * Whether each record in `to` has its blobs there. `copied`: blobs that processes which knew only `from` had put
   * there meanwhile. `problems`: all blobs that are missing or damaged in the end.
   */
  readonly proof: MoveReport
}

/** Where a store is, as an option. */
export const LOCATION: RequiredCheck = required(
  group<StoreLocation>(LOCATION_OPTIONS, "{ directory: './media' }"),
)
const MOVE: OptionChecks<StoreMove> = { from: LOCATION, to: LOCATION }

const OPTIONS: OptionChecks<MigrateOptions> = {
  ...MOVE,
  pauseMs: integer(1, MAX_PAUSE),
  parallel: integer(1, MAX_PARALLEL),
  cursor: text,
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: callback,
}

/**
 * The location of a store that moves, for `openAssetStore`. Every process that uses the store must open it before
 * `migrate` begins, and may open `to` alone once `migrate` has ended.
 */
export function moving(
  move: StoreMove,
): Required<Pick<StoreLocation, 'records' | 'files' | 'staging'>> {
  checkOptions<StoreMove>('moving', move, MOVE)
  const { from, to } = partsOfBoth(move)
  return {
    records: { open: async (how) => switchingMetadata(await openBoth(from, to, how)) },
    files: movingBlobs({ from: from.files, to: to.files }),
    staging: to.staging,
  }
}

/**
 * Moves a store that is in use: copies the blobs, moves the records, then proves that each record has its blobs in
 * `to`. Reads never stop. Writes are `unavailable` for at most `pauseMs` at a time, when the records are handed over.
 * After an interruption the next call goes on.
 *
 * A process that knows only `from` cannot write after the hand-over. The files that it stored until then are copied
 * afterwards, so nothing that was acknowledged is lost. The report names damaged and missing files; their records move
 * too. Files that cannot be read end the run (`unavailable`) before records move.
 *
 * Closes what it has opened. Before it copies anything, rejects with `invalid_argument` when both sides are the same,
 * or when the database of `to` is neither empty nor filled by an earlier run of this move. Otherwise rejects like
 * `openAssetStore`, `moveBlobs` and `migrateMetadata`.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateReport> {
  checkOptions<MigrateOptions>('migrate', options, OPTIONS)
  const { from, to } = partsOfBoth(options)
  await assertThere(from)
  const records = await openBoth(from, to)
  try {
    return await moveAll({ from, to, records }, options)
  } finally {
    await allSettledOrThrow([records.from.close(), records.to.close()])
  }
}

interface OpenedMove extends MovedParts {
  readonly records: MetadataMove
}

async function moveAll(
  { from, to, records: metadata }: OpenedMove,
  { pauseMs, parallel, cursor, signal, onProgress = () => {} }: MigrateOptions,
): Promise<MigrateReport> {
  await assertFillable(metadata)
  const copying = {
    from: from.files,
    to: to.files,
    staging: to.staging,
    ...(parallel !== undefined && { parallel }),
    ...(signal !== undefined && { signal }),
  }
  const blobs = await moveBlobs({
    ...copying,
    metadata: switchingMetadata(metadata),
    ...(cursor !== undefined && { cursor }),
    onProgress: (progress) => onProgress({ blobs: progress, records: null, proof: null }),
  })
  assertReadable(blobs)
  const records = await migrateMetadata({
    ...metadata,
    ...(pauseMs !== undefined && { pauseMs }),
    ...(signal !== undefined && { signal }),
    onProgress: (progress) => onProgress({ blobs, records: progress, proof: null }),
  })
  const proof = await moveBlobs({
    ...copying,
    metadata: metadata.to,
    checksums: false,
    onProgress: (progress) => onProgress({ blobs, records, proof: progress }),
  })
  assertProven(proof)
  return { blobs, records, proof }
}

interface MovedParts {
  readonly from: StoreParts
  readonly to: StoreParts
}

/** `invalid_argument` when a part has no location, or when records or files would stay where they are. */
function partsOfBoth({ from, to }: StoreMove): MovedParts {
  const sameFolder =
    from.directory !== undefined &&
    to.directory !== undefined &&
    path.resolve(from.directory) === path.resolve(to.directory)
  const stays = (part: 'records' | 'files') =>
    from[part] === to[part] && (from[part] !== undefined || sameFolder)
  if (stays('records')) {
    throw invalidArgument(
      'to',
      'The records would stay where they are. Name another place for them, or move only the files, with `moveBlobs`.',
    )
  }
  if (stays('files')) {
    throw invalidArgument(
      'to',
      'The files would stay where they are. Name another place for them, or move only the records, with `migrateMetadata`.',
    )
  }
  return { from: partsOf(from), to: partsOf(to) }
}

/** A writable open would create a missing database, and an empty store would move. */
export async function assertThere({ records }: StoreParts): Promise<void> {
  await (await records.open({ readOnly: true })).close()
}

async function openBoth(
  from: StoreParts,
  to: StoreParts,
  how: OpenRecordsOptions = {},
): Promise<MetadataMove> {
  if (how.readOnly !== true) await to.prepare()
  const opened = await from.records.open(how)
  try {
    return movable({ from: opened, to: await to.records.open(how) })
  } catch (error) {
    await opened.close()
    throw error
  }
}

function assertReadable({ problems, cursor }: MoveReport): void {
  const unreadable = problems.filter((problem) => problem.kind === 'unreadable')
  const [first] = unreadable
  if (first === undefined && cursor === null) return
  const count = unreadable.length || problems.length
  const reason = first === undefined ? '' : ` The first failed with: ${errorMessage(first.error)}`
  throw new StowageError(
    'unavailable',
    `${count} files could not be moved, so the records stay.${reason}`,
    { context: { problems, cursor } },
  )
}

function assertProven({ problems, cursor }: MoveReport): void {
  if (cursor === null) return
  throw new StowageError(
    'unavailable',
    `The records have moved, but ${problems.length} files or more are not at the new place. ` +
      'Keep the old place, and migrate again when its files can be read.',
    { context: { problems, cursor } },
  )
}
