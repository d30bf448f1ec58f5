/** Milliseconds by which a timer may be late before we conclude that this process was stopped. */
const STOPPED = 1000

/** Wall-clock time that a job may take, as a multiple of its limit of processor time: the machine may be busy. */
export const WALL_TIME_FACTOR = 10

/** Milliseconds, from any starting point. */
export type Now = () => number

/** A running time limit, which `stop` ends. */
export interface Deadline {
  stop(): void
}

/**
 * Calls `expire` when the milliseconds are over. When the timer fires far too late, this process was stopped (a paused
 * container, a suspended machine), and perhaps the other process too. Then it waits again.
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
