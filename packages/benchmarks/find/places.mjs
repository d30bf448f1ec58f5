import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sqlite } from '@stowage/core/sqlite'
import { postgres } from '@stowage/postgres'
import { startPostgres } from '../../tooling/postgres-server.mjs'

/** Settings of the measured server: no plan depends on workers, and nothing is written while it is read. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '16GB', checkpoint_timeout: '1h' }
const SCHEMA = 'find'

/** Opens the records, by the name of their database. `keep`: a directory whose SQLite file is reused. */
export const PLACES = {
  async sqlite({ keep }) {
    const directory = keep ?? (await mkdtemp(path.join(tmpdir(), 'stowage-find-')))
    await mkdir(directory, { recursive: true })
    const file = path.join(directory, 'stowage.db')
    const isFull = existsSync(file)
    const open = () => sqlite({ file }).open()
    return {
      isFull,
      metadata: await open(),
      open,
      settle: async () => {},
      async close() {
        if (keep === undefined) await rm(directory, { recursive: true })
      },
    }
  },
  async postgres() {
    const { url, stop } = await startPostgres(SETTINGS)
    const open = () => postgres({ url, schema: SCHEMA }).open()
    return { isFull: false, metadata: await open(), open, settle: () => vacuum(url), close: stop }
  },
}

/** Does what autovacuum would do in time. */
async function vacuum(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}
