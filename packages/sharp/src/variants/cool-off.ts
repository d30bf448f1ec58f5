import { unavailable } from '../job/unavailable.ts'

/** Milliseconds of the first wait, which doubles each time. */
const FIRST = 1000
const LONGEST = 600_000
/** Pictures that are remembered; the oldest are forgotten first. */
const REMEMBERED = 1000

/**
 * Pictures whose attempts were inconclusive again and again. Either the picture is hostile, or the machine is short of
 * something. Nobody knows which, so the picture does not fail: it is tried less and less often.
 */
export interface CoolOff {
  /** `unavailable` while this picture must not be tried. */
  assertCool(picture: string): void
  /** Call it after an inconclusive attempt. The first has no consequence. */
  heat(picture: string): void
  /** Call it after a conclusive attempt. */
  forget(picture: string): void
}

export function createCoolOff(now: () => number = () => performance.now()): CoolOff {
  const hot = new Map<string, { readonly times: number; readonly until: number }>()
  return {
    assertCool(picture) {
      if (now() >= (hot.get(picture)?.until ?? 0)) return
      throw unavailable('This picture could not be made several times. Try again later.')
    },
    heat(picture) {
      const times = (hot.get(picture)?.times ?? 0) + 1
      const wait = times === 1 ? 0 : Math.min(LONGEST, FIRST * 2 ** (times - 2))
      hot.delete(picture)
      hot.set(picture, { times, until: now() + wait })
      const [oldest] = hot.keys()
      if (hot.size > REMEMBERED && oldest !== undefined) hot.delete(oldest)
    },
    forget(picture) {
      hot.delete(picture)
    },
  }
}
