import pg from 'pg'

/** Kills a process of the PostgreSQL there. The server ends every connection then, and replays its log. */
export async function killBackend(url) {
  const victim = new pg.Client({ connectionString: url })
  victim.on('error', () => {})
  await victim.connect()
  const { rows } = await victim.query('SELECT pg_backend_pid() AS pid')
  const ended = new Promise((resolve) => victim.on('end', resolve))
  process.kill(rows[0].pid, 'SIGKILL')
  await ended
}
