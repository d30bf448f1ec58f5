import { JOB_DEAD, NO_TENANT } from '@stowage/core/internal'
import type { Sql } from '../connection/database.ts'
import { rowOfJob } from '../jobs/job-row.ts'
import { type EntryOf, type Present, replaceRows } from './replace-rows.ts'

const TABLE = { table: 'jobs', key: 'id', type: 'uuid', scoped: false }

/** One with the key of another that waits or runs is gone in the other database, and goes. */
const CLEAR_KEYS = `DELETE FROM $schema.jobs j USING json_to_recordset($1)
    AS x (tenant_id int, kind text, unique_key text)
  WHERE j.tenant_id = x.tenant_id AND j.kind = x.kind AND j.unique_key = x.unique_key
    AND j.unique_key IS NOT NULL AND j.state <> ${JOB_DEAD}`

/** Writes jobs as in the source database. */
export async function receiveJobs(
  sql: Sql,
  entries: readonly EntryOf<'job'>[],
  idOf: (tenant: string | null) => number,
): Promise<void> {
  const rowOf = ({ value }: Present<'job'>) =>
    rowOfJob(value, value.tenant === null ? NO_TENANT : idOf(value.tenant))
  const present = entries.filter((entry): entry is Present<'job'> => entry.value !== null)
  const living = present.map(rowOf).filter(({ state }) => state !== JOB_DEAD)
  const keyed = living.flatMap(({ tenant_id, kind, unique_key }) =>
    unique_key === null ? [] : { tenant_id, kind, unique_key },
  )
  if (keyed.length > 0) await sql(CLEAR_KEYS, [JSON.stringify(keyed)])
  await replaceRows(sql, TABLE, entries, idOf, rowOf)
}
