import { NOTHING_CLAIMED } from '../../jobs/job-changes.ts'
import type { JobRecords } from '../../jobs/job-records.ts'
import type { Clock } from '../../time/timestamp.ts'
import type { Reader } from '../connection/reader.ts'
import { dataVersion, getJob, listJobs, nextDue } from '../jobs/job-reads.ts'
import { forwardedWrites } from '../writer/forwarded-writes.ts'
import type { Writer } from '../writer/writer.ts'

/** `MetadataStore.jobs` */
export function createJobRecords(
  reader: Reader,
  writer: Pick<Writer, 'write'>,
  clock: Clock,
): JobRecords {
  const dueIn = (kinds: readonly string[]): Promise<number | null> =>
    reader.read((sql) => nextDue(sql, kinds, clock()))
  return {
    ...forwardedWrites('jobs', writer),
    async claim(request) {
      // The writer is asked only when there is something to claim: processes that wait for jobs do so all the time.
      const due = await dueIn(request.kinds.map(({ kind }) => kind))
      return due === 0 ? writer.write('claimJobs', request) : NOTHING_CLAIMED
    },
    nextDue: ({ kinds }) => dueIn(kinds),
    version: () => reader.readOne(dataVersion),
    list: (query) => reader.read((sql) => listJobs(sql, query)),
    get: (query) => reader.readOne((sql) => getJob(sql, query)),
  }
}
