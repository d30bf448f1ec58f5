/** Milliseconds by which a timer may be late before we take it that we ourselves were stopped. */
const STOPPED = 1000

/** How many times as long as its limit of processor time a job may take, on a machine that has other work. */
export const WALL_TIME_FACTOR = 10

/** Milliseconds, from any beginning. */
export type Now = () => number

/** Time for something, which `stop` ends. */
export interface Deadline {
  stop(): void
}

/**
 * Calls `expire` when the milliseconds are over. When the timer fires much too late, this process was stopped (a
 * paused container, a suspended machine), and perhaps the other process too. Then it waits again.
 */
export function startDeadline(
  milliseconds: number,
  expire: () => void,
  now: Now = () => performance.now(),
): Deadline {
  let timer: NodeJS.Timeout
  function begin(): void {
    const due = now() + milliseconds
    timer = setTimeout(() => (now() - due > STOPPED ? begin() : expire()), milliseconds)
  }
  begin()
  return { stop: () => clearTimeout(timer) }
}
