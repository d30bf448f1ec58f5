import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

const REFUSED = /^A later release of Stowage has migrated this database\./

/** Assets of the first tenant that it renames one after the other. */
export const RENAMED = 50

/**
 * Reads and writes as an instance of version 1 does, which names itself in no transaction. It renames the first assets
 * again and again.
 */
export function startOlderInstance(url, schema) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => {})
  const counts = { reads: 0, writes: 0, refusals: 0, failures: [] }
  let stopped = false

  async function read() {
    const { rows } = await pool.query(
      `SELECT t.name AS tenant, a.* FROM ${schema}.assets a JOIN ${schema}.tenants t ON t.id = a.tenant_id
        WHERE a.tenant_id = 1 AND trashed_at IS NULL ORDER BY seq DESC LIMIT 50`,
    )
    if (rows.length !== 50) counts.failures.push(`a list of ${rows.length}`)
    counts.reads += 1
  }

  async function write() {
    try {
      await pool.query(`UPDATE ${schema}.assets SET name = $1 WHERE tenant_id = 1 AND seq = $2`, [
        `Renämed ${counts.writes}.jpg`,
        1 + (counts.writes % RENAMED),
      ])
      if (counts.refusals > 0) counts.failures.push('a write after a refusal')
      counts.writes += 1
    } catch (error) {
      if (!REFUSED.test(error.message)) throw error
      counts.refusals += 1
    }
  }

  async function run(operation) {
    while (!stopped) {
      try {
        await operation()
      } catch (error) {
        counts.failures.push(String(error))
      }
      await sleep(10)
    }
  }

  const running = Promise.all([run(read), run(write)])
  return {
    /** Tries once more, then resolves to what it counted. */
    async stop() {
      await sleep(100)
      stopped = true
      await running
      await pool.end()
      return counts
    },
  }
}
