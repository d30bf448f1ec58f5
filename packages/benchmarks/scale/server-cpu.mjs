import { readdirSync, readFileSync } from 'node:fs'

/** Ticks of `/proc` a second, on every Linux that Node runs on. */
const TICKS = 100

/** Seconds of processor time that a PostgreSQL server on this machine has used, in all its processes. */
export async function serverCpu(pool) {
  const { rows } = await pool.query(`SELECT pg_read_file('postmaster.pid') AS file`)
  const [postmaster] = rows[0].file.split('\n')
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statOf(name)
    if (fields === null) continue
    const [parent, user, system, reapedUser, reapedSystem] = [1, 11, 12, 13, 14].map((at) =>
      Number(fields[at]),
    )
    if (name === postmaster) ticks += user + system + reapedUser + reapedSystem
    else if (String(parent) === postmaster) ticks += user + system
  }
  return ticks / TICKS
}

/** The fields after the name of the process, beginning with its state. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}
