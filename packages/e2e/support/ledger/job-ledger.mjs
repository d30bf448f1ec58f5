/**
 * What must become of jobs, from the journals of killed clients, each with the instant of its kill. A job whose enqueueing
 * was acknowledged waits, runs, or was done since; nobody else enqueues jobs; a job runs in one process at a time.
 */
export function createJobLedger() {
  /** By id: when the last acknowledged call that enqueued it began. */
  const jobs = new Map()
  /** By id: `{ from, to, isDone, client }`, in no order. */
  const runs = new Map()
  /** Calls of the last clients whose outcome is not known. */
  let open = 0
  let clients = 0
  let done = 0

  function hear(lines, killedAt) {
    clients += 1
    const within = new Map()
    const running = new Map()
    for (const line of lines) {
      if (line.verb === 'enqueue') within.set(line.n, line)
      const call = within.get(line.done ?? line.failed)
      if (call !== undefined) {
        within.delete(call.n)
        if (line.done === undefined) open += line.outcome === 'refused' ? 0 : 1
        else jobs.set(line.job, Math.max(jobs.get(line.job) ?? 0, call.since))
      }
      if (line.begun !== undefined) {
        const run = { from: line.since, to: killedAt, isDone: false, client: clients }
        running.set(line.begun, run)
        runs.set(line.begun, [...(runs.get(line.begun) ?? []), run])
      }
      if (line.ended !== undefined) {
        Object.assign(running.get(line.ended), { to: line.until, isDone: true })
        done += 1
      }
    }
    open += within.size
  }

  const wasDone = (id, since) =>
    (runs.get(id) ?? []).some(({ from, isDone }) => isDone && from >= since)

  return {
    /** How many runs came to their end. */
    get done() {
      return done
    },
    /** Takes the journals of clients that have ended, each with when it was killed. */
    add: (journals) => {
      for (const { lines, killedAt } of journals) hear(lines, killedAt)
    },
    /** Compares with the ids of the jobs found. `lost` and `half`: sentences. */
    judge(ids) {
      const there = new Set(ids)
      const lost = []
      const half = []
      for (const [id, since] of jobs) {
        if (!there.has(id) && !wasDone(id, since)) lost.push(`job ${id}: neither there nor done`)
      }
      const strange = ids.filter((id) => !jobs.has(id) && !runs.has(id))
      if (strange.length > open) {
        half.push(`${strange.length} jobs of nobody, after ${open} calls of unknown outcome`)
      }
      for (const [id, all] of runs) {
        all.sort((one, other) => one.from - other.from)
        const isTwice = all.some(({ to }, index) => all[index + 1]?.from < to)
        if (isTwice) half.push(`job ${id}: runs in two processes at a time`)
      }
      return { lost, half }
    },
    /** Makes certain what was found: jobs of unknown outcome too. */
    adopt(ids) {
      for (const id of ids) if (!jobs.has(id)) jobs.set(id, 0)
      open = 0
      const there = new Set(ids)
      // What is done stays so: another run of it would be one of nobody.
      for (const [id, since] of jobs) {
        if (there.has(id) || !wasDone(id, since)) continue
        jobs.delete(id)
        runs.delete(id)
      }
    },
  }
}
