import { StowageError } from '@stowage/core'
import {
  type BlobStore,
  callback,
  checkOptions,
  group,
  having,
  integer,
  invalidArgument,
  type MetadataStore,
  type MigratableMetadata,
  type OptionChecks,
  required,
  text,
} from '@stowage/core/ports'
import { MAX_PARALLEL, type MoveProgress, type MoveReport, moveBlobs } from '../blobs/move-blobs.ts'
import { movingBlobs } from '../blobs/moving-blobs.ts'
import { blobStore, metadataStore } from '../options/move-checks.ts'
import { assertFillable } from '../records/assert-fillable.ts'
import {
  MAX_PAUSE,
  type MetadataProgress,
  type MetadataReport,
  migrateMetadata,
} from '../records/migrate-metadata.ts'
import { switchingMetadata } from '../records/switching-metadata.ts'

/** What a store consists of. */
export interface StorePorts {
  readonly metadata: MetadataStore
  readonly blobs: BlobStore
}

/** What a store consists of that can move, or be moved to. */
export interface MigratablePorts extends StorePorts {
  readonly metadata: MigratableMetadata
}

/** A store that moves: where it is, and where it goes to. */
export interface StoreMove {
  readonly from: MigratablePorts
  readonly to: MigratablePorts
}

/** What `migrate` moves, from where to where. */
export interface MigrateOptions extends StoreMove {
  /** Milliseconds that writes may be refused for at the switch. Default and most 2000. */
  readonly pause?: number
  /** Blobs copied at a time. Default 4; 1 to 64. */
  readonly parallel?: number
  /** `progress.blobs.cursor` of an interrupted run, so that what that run had copied is not compared again. */
  readonly cursor?: string
  /** Ends the run. Another one goes on. */
  readonly signal?: AbortSignal
  /** Called again and again while it runs. */
  readonly onProgress?: (progress: MigrateProgress) => void
}

/** How far a store has moved: first all blobs, then the records, then what is proven of both. */
export interface MigrateProgress {
  readonly blobs: MoveProgress
  /** `null` while blobs are copied. */
  readonly records: MetadataProgress | null
  /** What was looked at since the records moved; `null` before. */
  readonly proof: MoveProgress | null
}

/** What moved, files and records. */
export interface MigrateReport {
  /** What was copied before the records moved. */
  readonly blobs: MoveReport
  readonly records: MetadataReport
  /**
   * Of each record at the new place: whether its blobs are there. `copied`: what processes that knew `from` alone had
   * put there meanwhile. `problems`: all that is missing or damaged in the end.
   */
  readonly proof: MoveReport
}

const PORTS = required(
  group<StorePorts>({ metadata: required(metadataStore), blobs: required(blobStore) }),
)
const MOVE: OptionChecks<StoreMove> = { from: PORTS, to: PORTS }

const OPTIONS: OptionChecks<MigrateOptions> = {
  ...MOVE,
  pause: integer(1, MAX_PAUSE),
  parallel: integer(1, MAX_PARALLEL),
  cursor: text,
  signal: having('an AbortSignal', 'addEventListener'),
  onProgress: callback,
}

/**
 * The ports for a store that moves, for `createAssetStore`: every process that uses the store must have
 * these before `migrate` begins, and may have those of `to` alone once it has ended.
 */
export function movingPorts(move: StoreMove): StorePorts {
  checkOptions<StoreMove>('movingPorts', move, MOVE)
  const { from, to } = move
  return {
    metadata: switchingMetadata({ from: from.metadata, to: to.metadata }),
    blobs: movingBlobs({ from: from.blobs, to: to.blobs }),
  }
}

/**
 * Moves a store that is in use: copies the blobs, moves the records, then proves that each record has its blobs at the
 * new place. Reads never stop. Writes are `unavailable` for at most `pause`, when the records are handed over. After an
 * interruption the next call goes on.
 *
 * A process that knows `from` alone cannot write from the hand-over on. What it stored until then is copied
 * afterwards, so nothing that was acknowledged is lost. The report names damaged and missing files, whose records move
 * too. Files that cannot be read end the run (`unavailable`) before records move.
 *
 * Closes nothing. `invalid_argument` before anything is copied when both sides are the same, or when the database of
 * `to` is neither empty nor filled by an earlier run of this move. Else as `moveBlobs` and `migrateMetadata` say.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateReport> {
  checkOptions<MigrateOptions>('migrate', options, OPTIONS)
  const { from, to, pause, parallel, cursor, signal, onProgress = () => {} } = options
  if (from.metadata === to.metadata || from.blobs === to.blobs) {
    throw invalidArgument('to', 'Both records and blobs must go to another place; see `moveBlobs`.')
  }
  await assertFillable({ from: from.metadata, to: to.metadata })
  const copying = {
    from: from.blobs,
    to: to.blobs,
    ...(parallel !== undefined && { parallel }),
    ...(signal !== undefined && { signal }),
  }
  const blobs = await moveBlobs({
    ...copying,
    metadata: switchingMetadata({ from: from.metadata, to: to.metadata }),
    ...(cursor !== undefined && { cursor }),
    onProgress: (progress) => onProgress({ blobs: progress, records: null, proof: null }),
  })
  assertReadable(blobs)
  const records = await migrateMetadata({
    from: from.metadata,
    to: to.metadata,
    ...(pause !== undefined && { pause }),
    ...(signal !== undefined && { signal }),
    onProgress: (progress) => onProgress({ blobs, records: progress, proof: null }),
  })
  const proof = await moveBlobs({
    ...copying,
    metadata: to.metadata,
    checksums: false,
    onProgress: (progress) => onProgress({ blobs, records, proof: progress }),
  })
  assertProven(proof)
  return { blobs, records, proof }
}

function assertReadable({ problems, cursor }: MoveReport): void {
  const unreadable = problems.filter(({ kind }) => kind === 'unreadable').length
  if (unreadable === 0 && cursor === null) return
  const count = unreadable || problems.length
  throw new StowageError('unavailable', `${count} files could not be moved, so the records stay.`, {
    context: { problems, cursor },
  })
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
