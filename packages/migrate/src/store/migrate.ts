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

/** How far a store has moved: first all blobs, then the records. */
export interface MigrateProgress {
  readonly blobs: MoveProgress
  /** `null` while blobs are copied. */
  readonly records: MetadataProgress | null
}

/** What moved, files and records. */
export interface MigrateReport {
  readonly blobs: MoveReport
  readonly records: MetadataReport
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
 * Moves a store that is in use: `moveBlobs`, then `migrateMetadata`. Reads never stop. Writes are `unavailable` for
 * at most `pause`, in the last step, which hands the records over. After an interruption the next call goes on.
 * The report names damaged and missing files, whose records move too. Files that cannot be read end the run
 * (`unavailable`) before records move.
 *
 * Closes nothing. `invalid_argument` when both sides are the same, and as its two steps say.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateReport> {
  checkOptions<MigrateOptions>('migrate', options, OPTIONS)
  const { from, to, pause, parallel, cursor, signal, onProgress = () => {} } = options
  if (from.metadata === to.metadata || from.blobs === to.blobs) {
    throw invalidArgument('to', 'Both records and blobs must go to another place; see `moveBlobs`.')
  }
  const metadata = switchingMetadata({ from: from.metadata, to: to.metadata })
  const blobs = await moveBlobs({
    metadata,
    from: from.blobs,
    to: to.blobs,
    ...(parallel !== undefined && { parallel }),
    ...(cursor !== undefined && { cursor }),
    ...(signal !== undefined && { signal }),
    onProgress: (progress) => onProgress({ blobs: progress, records: null }),
  })
  assertReadable(blobs)
  const records = await migrateMetadata({
    from: from.metadata,
    to: to.metadata,
    ...(pause !== undefined && { pause }),
    ...(signal !== undefined && { signal }),
    onProgress: (progress) => onProgress({ blobs, records: progress }),
  })
  return { blobs, records }
}

function assertReadable({ problems, cursor }: MoveReport): void {
  const unreadable = problems.filter(({ kind }) => kind === 'unreadable').length
  if (unreadable === 0 && cursor === null) return
  const count = unreadable || problems.length
  throw new StowageError('unavailable', `${count} files could not be moved, so the records stay.`, {
    context: { problems, cursor },
  })
}
