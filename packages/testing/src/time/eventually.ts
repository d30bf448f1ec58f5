import assert from 'node:assert/strict'
import { setTimeout as passes } from 'node:timers/promises'

/** Milliseconds after which a condition counts as never met: far more than a busy machine takes. */
const PATIENCE = 15_000

/** Waits until the condition is met. Fails with `what` when it never is. */
export async function eventually(
  isMet: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  for (let waited = 0; !(await isMet()); waited += 10) {
    assert(waited < PATIENCE, what)
    await passes(10)
  }
}

/** Waits until a counter has not changed for a while, and resolves to its value. */
export async function standstillOf(counter: () => number): Promise<number> {
  let last = -1
  for (let still = 0; still < 10; still = counter() === last && last > 0 ? still + 1 : 0) {
    last = counter()
    await passes(10)
  }
  return last
}
