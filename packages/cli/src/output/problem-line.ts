import type { FileProblem, Problem, RepairAct } from '@stowage/core/internal'
import { formatBytes, formatItems } from './quantities.ts'

const ACTS: Readonly<Record<RepairAct, string>> = {
  trashed: 'its file is in the trash now',
  detached: 'it is made anew when it is asked for',
  quarantined: 'moved to quarantine/',
  removed: 'removed',
}

/** What is wrong with a store, in one line. */
export function problemLine(problem: Problem & { readonly repair?: RepairAct | null }): string {
  const done = problem.repair == null ? '' : `: ${ACTS[problem.repair]}`
  return `${whatIsWrong(problem)}${done}`
}

function whatIsWrong(problem: Problem): string {
  switch (problem.kind) {
    case 'orphaned':
      return `${problem.blobKey}   belongs to no file (${formatBytes(problem.size)})`
    case 'stale_staging':
      return `${formatItems(problem.files, 'file')} left by uploads that broke off`
    default:
      return `${nameOf(problem)}   ${faultOf(problem)}`
  }
}

function nameOf({ tenant, assetId, variant }: FileProblem): string {
  const tenants = tenant === 'default' ? '' : ` of ${tenant}`
  return `${assetId}${tenants}${variant === null ? '' : `, its ${variant}`}`
}

function faultOf(problem: FileProblem): string {
  switch (problem.kind) {
    case 'missing':
      return 'is missing'
    case 'wrong_size':
      return `has ${formatBytes(problem.actual)} in place of ${formatBytes(problem.expected)}`
    case 'wrong_checksum':
      return 'has other bytes than were stored'
    default:
      return `cannot be read: ${messageOf(problem.error)}`
  }
}

function messageOf(error: unknown): string {
  const { message } = Object(error) as { readonly message?: unknown }
  return typeof message === 'string' ? message : String(error)
}

/** The same for programs: the names of the HTTP API, and errors as text. */
export function problemRecord(problem: Problem & { readonly repair?: RepairAct | null }): object {
  const { kind, repair = null } = problem
  if (kind === 'stale_staging') return { problem: kind, files: problem.files, repair }
  if (kind === 'orphaned') {
    return { problem: kind, blob_key: problem.blobKey, size: problem.size, repair }
  }
  const { tenant, assetId, blobKey, variant } = problem
  const what = { problem: kind, tenant, asset_id: assetId, blob_key: blobKey, variant, repair }
  return kind === 'unreadable' ? { ...what, error: messageOf(problem.error) } : what
}
