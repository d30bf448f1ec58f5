import { setTimeout as sleep } from 'node:timers/promises'

const ONCE = { attempts: 1 }

/**
 * Says by `write` what a client is about to do and what came of it, one line each, in this order:
 *
 * - `{ n, at, verb, … }`: the operation begins; `tokens` or `files` name its assets.
 * - `{ tried: n, at, code }`: an attempt met trouble, and there is going to be another one.
 * - `{ done: n, at, … }`: it was acknowledged.
 * - `{ failed: n, at, outcome, code, why }`: `refused`, nothing of it happened; `unknown`, all or nothing of it did;
 *   `wrong`, it must not have failed like this.
 * - `{ violation }`: the client saw what must never be seen.
 *
 * `refusals` and `unknowns` are codes of trouble that any operation may meet in this check. `rest`: milliseconds that a
 * client waits after trouble. `patienceOf(intent)` says how an operation is tried again: `{ attempts, pause, when }`, the
 * last two of the number of an attempt and of its error; by default, after `rest`, while there is trouble.
 */
export function createJournal(write, options = {}) {
  const { refusals = [], unknowns = ['outcome_unknown'], rest = 0 } = options
  const { patienceOf = () => ONCE } = options
  const troubles = [...refusals, ...unknowns]
  let count = 0

  const isTrouble = (error) => troubles.includes(codeOf(error))

  function outcomeOf(error, { expects = [] }, excused) {
    const code = codeOf(error)
    if (unknowns.includes(code)) return 'unknown'
    return refusals.includes(code) || expects.includes(code) || excused(error) ? 'refused' : 'wrong'
  }

  async function insist(n, work, intent) {
    const { attempts, pause = () => rest, when = isTrouble } = patienceOf(intent)
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (attempt === attempts || !when(error)) throw error
        write({ tried: n, at: now(), code: codeOf(error) })
        await sleep(pause(attempt))
      }
    }
  }

  return {
    write,
    isTrouble,
    /**
     * Does one operation. The intent may name codes that it `expects`; `excused` recognises others. `summary` turns
     * the result into what the journal keeps of it.
     * Resolves to `{ outcome, value, code }`; the outcome is `done` when it was acknowledged.
     */
    async act(intent, work, { summary = () => ({}), excused = () => false } = {}) {
      count += 1
      const n = count
      write({ n, at: now(), ...intent })
      try {
        const value = await insist(n, work, intent)
        write({ done: n, at: now(), ...summary(value) })
        return { outcome: 'done', value }
      } catch (error) {
        const outcome = outcomeOf(error, intent, excused)
        const code = codeOf(error)
        write({ failed: n, at: now(), outcome, code, why: String(error.message) })
        if (isTrouble(error)) await sleep(rest)
        return { outcome, code }
      }
    },
    violation(what) {
      write({ violation: what })
    },
  }
}

/** The code of an error; an abort has a number for its code. */
function codeOf({ code, name }) {
  return typeof code === 'string' ? code : name
}

function now() {
  return Math.round(performance.now())
}
