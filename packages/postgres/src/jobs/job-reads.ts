import {
  JOB_DEAD,
  JOB_DELAYED,
  JOB_READY,
  JOB_RUNNING,
  type Job,
  type JobPage,
  type JobQuery,
  MAX_LOOKED_AT,
} from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { isUuid } from '../schema/asset-id.ts'
import { type JobRow, jobOfRow, SELECT_JOB } from './job-row.ts'
import { tenantIds } from './job-writes.ts'

const STATES = {
  waiting: `${JOB_READY}, ${JOB_DELAYED}`,
  running: JOB_RUNNING,
  dead: JOB_DEAD,
} as const
const FIRST_ID = '00000000-0000-0000-0000-000000000000'
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** `JobRecords.list` */
export async function listJobs(sql: Sql, query: JobQuery): Promise<JobPage> {
  const { kind, state, limit } = query
  const [tenantId] = await tenantIds(sql, query)
  if (tenantId === undefined) return { jobs: [], next: null }
  const after = query.after !== null && isUuid(query.after) ? query.after : FIRST_ID
  // Compared together with the tenant, so that the index of both serves it.
  const [key, value, order] =
    tenantId === null
      ? ['x.id', (id: string) => `${id}::uuid`, 'x.id']
      : ['(x.tenant_id, x.id)', (id: string) => `(${tenantId}, ${id}::uuid)`, 'x.tenant_id, x.id']
  const isPart = kind !== undefined || state !== undefined
  const [last] = isPart
    ? await sql<{ id: string }>(
        `SELECT x.id FROM $schema.jobs x WHERE ${key} > ${value('$1')} AND ${key} <= ${value('$2')}
          ORDER BY ${order} LIMIT 1 OFFSET ${MAX_LOOKED_AT}`,
        [after, LAST_ID],
      )
    : []
  const ofState = state === undefined ? '' : `AND x.state IN (${STATES[state]})`
  const rows = await sql<JobRow>(
    `${SELECT_JOB} WHERE ${key} > ${value('$1')} AND ${key} <= ${value('$2')}
      AND ($4::text IS NULL OR x.kind = $4) ${ofState} ORDER BY ${order} LIMIT $3`,
    [after, last?.id ?? LAST_ID, limit, kind ?? null],
  )
  const next = rows.length === limit ? rows.at(-1)?.id : last?.id
  return { jobs: rows.map(jobOfRow), next: next ?? null }
}

/** `JobRecords.get` */
export async function getJob(
  sql: Sql,
  { tenant, id }: { readonly tenant?: string | null; readonly id: string },
): Promise<Job | null> {
  if (!isUuid(id)) return null
  const [row] = await sql<JobRow>(`${SELECT_JOB} WHERE x.id = $1`, [id])
  return row === undefined || (tenant !== undefined && row.tenant !== tenant) ? null : jobOfRow(row)
}
