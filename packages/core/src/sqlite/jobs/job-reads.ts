import type { Job } from '../../jobs/job.ts'
import { JOB_DEAD, JOB_DELAYED, JOB_READY, JOB_RUNNING, NO_TENANT } from '../../jobs/job-cells.ts'
import { MAX_LOOKED_AT, untilDue } from '../../jobs/job-changes.ts'
import type { JobPage, JobQuery } from '../../jobs/job-records.ts'
import type { Micros } from '../../time/timestamp.ts'
import type { Sql, SqliteValue } from '../driver/client.ts'
import { findTenant } from '../tenants/tenants.ts'
import { dueTimes } from './job-lines.ts'
import { type JobRow, jobOfRow, SELECT_JOB } from './job-row.ts'

/** `JobRecords.nextDue` */
export function nextDue(sql: Sql, kinds: readonly string[], now: Micros): number | null {
  const times = kinds.flatMap((kind) => untilDue(dueTimes(sql, kind), now) ?? [])
  return times.length === 0 ? null : Math.ceil(Math.min(...times) / 1000)
}

/** `JobRecords.version`: what this process writes counts too, for another connection does that. */
export function dataVersion(sql: Sql): number {
  return sql<{ data_version: number }>('PRAGMA data_version').get()?.data_version ?? 0
}

const STATES = {
  waiting: `${JOB_READY}, ${JOB_DELAYED}`,
  running: JOB_RUNNING,
  dead: JOB_DEAD,
} as const
/** After every id. */
const LAST = '~'

/** `JobRecords.list` */
export function listJobs(sql: Sql, { tenant, kind, state, after, limit }: JobQuery): JobPage {
  const tenantId =
    tenant === null ? NO_TENANT : tenant === undefined ? null : findTenant(sql, tenant)
  if (tenant != null && tenantId === null) return { jobs: [], next: null }
  const [ofTenant, values] =
    tenantId === null ? ['', []] : ['x.tenant_id = ? AND', [tenantId] as SqliteValue[]]
  const [ofKind, kinds] = kind === undefined ? ['', []] : ['AND x.kind = ?', [kind]]
  const ofState = state === undefined ? '' : `AND x.state IN (${STATES[state]})`
  const from = [...values, after ?? '']
  const last =
    ofKind + ofState === ''
      ? undefined
      : sql<{ id: string }>(
          `SELECT x.id FROM jobs x WHERE ${ofTenant} x.id > ? ORDER BY x.id LIMIT 1 OFFSET ${MAX_LOOKED_AT}`,
        ).get(...from)
  const rows = sql<JobRow>(
    `${SELECT_JOB} WHERE ${ofTenant} x.id > ? AND x.id <= ? ${ofKind} ${ofState} ORDER BY x.id LIMIT ?`,
  ).all(...from, last?.id ?? LAST, ...kinds, limit)
  const next = rows.length === limit ? rows.at(-1)?.id : last?.id
  return { jobs: rows.map(jobOfRow), next: next ?? null }
}

/** `JobRecords.get` */
export function getJob(
  sql: Sql,
  { tenant, id }: { readonly tenant?: string | null; readonly id: string },
): Job | null {
  const row = sql<JobRow>(`${SELECT_JOB} WHERE x.id = ?`).get(id)
  return row === undefined || (tenant !== undefined && row.tenant !== tenant) ? null : jobOfRow(row)
}
