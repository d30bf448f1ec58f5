import { StowageError } from '../../errors/stowage-error.ts'
import { OWN_JOB_KINDS } from '../../jobs/job.ts'
import type { Counts, Walk } from '../../jobs/walk.ts'
import type { StoreAdmin } from '../../store/store-admin.ts'
import type { Problem } from '../verify/problem.ts'
import type { VerifiedStore } from './verified-store.ts'

/** The kind of the job that verifies the store. */
export const VERIFY_JOB: string = `${OWN_JOB_KINDS}verify`

/** Problems of one part. */
const PROBLEMS = 100
/** Problems after which it ends: the files are gone, or those of another store. */
const MOST_PROBLEMS = 1000

type Seen = VerifiedStore & Counts

/** What a verification has seen at its beginning. */
export const NOTHING_VERIFIED: Seen = { records: 0, files: 0, bytes: 0, blobs: 0, problems: 0 }

interface VerifyWalkOptions extends Pick<StoreAdmin, 'verify'> {
  readonly onVerified: (seen: VerifiedStore) => void
  readonly onError: (error: unknown) => void
}

/** `verify` in parts. It reads every byte, and repairs nothing. */
export function verifyWalk({ verify, onVerified, onError }: VerifyWalkOptions): Walk<Seen> {
  return {
    kind: VERIFY_JOB,
    nothing: NOTHING_VERIFIED,
    timeoutMs: null,
    async step(place, { maxTimeMs, signal }) {
      const { records, files, bytes, blobs, problems, cursor } = await verify({
        ...(place !== null && { cursor: place }),
        maxTimeMs,
        maxProblems: PROBLEMS,
        signal,
      })
      const notes = problems.map(noteOf)
      for (const [index, { repair: _, ...problem }] of problems.entries()) {
        onError(problemFound(problem as Problem, notes[index] ?? ''))
      }
      const seen = { records, files, bytes, blobs, problems: problems.length }
      return { place: cursor, seen, notes }
    },
    isEnough: ({ problems }) => problems >= MOST_PROBLEMS,
    failure: ({ records, problems }, notes) => {
      if (problems === 0) return null
      const end = problems >= MOST_PROBLEMS ? ' It ended there.' : ''
      const more = problems > notes.length ? ' The first are:' : ''
      return `verify found ${problems} problems, with ${records} records.${end}${more} ${notes.join(' ')}`
    },
    onEnd: onVerified,
  }
}

function problemFound(problem: Problem, note: string): StowageError {
  return new StowageError(
    'problem_found',
    `${note} "stowage verify" shows all problems, with --repair it puts aside what is damaged or orphaned.`,
    { context: { problem } },
  )
}

/** Without tenants and names. */
function noteOf(problem: Problem): string {
  switch (problem.kind) {
    case 'orphaned':
      return `The blob ${problem.blobKey} is orphaned.`
    case 'stale_staging':
      return `${problem.files} files of dead uploads are left in staging.`
    default: {
      const what = problem.variant === null ? 'The file' : `The variant ${problem.variant}`
      return `${what} of asset ${problem.assetId}: ${problem.kind}.`
    }
  }
}
