import { writeSync } from 'node:fs'

const nobody = new Int32Array(new SharedArrayBuffer(4))

/**
 * Tells the parent, on standard output, what is about to be done and what is done. A line is in the pipe
 * when the call returns, so a kill after it takes nothing back.
 */
export function createJournal() {
  let count = 0

  function write(line) {
    let bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    while (bytes.length > 0) bytes = bytes.subarray(writeSome(bytes))
  }

  return {
    write,
    /**
     * Does one operation. `told` makes of its result what the acknowledgement says. Resolves to the
     * result, or to `null` when the operation was refused.
     */
    async act(intent, work, told = () => ({})) {
      count += 1
      const n = count
      write({ n, ...intent })
      try {
        const result = await work()
        write({ done: n, ...told(result) })
        return result
      } catch (error) {
        write({ failed: n, code: error.code ?? error.name, why: String(error.message) })
        return null
      }
    },
    /** Something that must never be seen. */
    violation(what) {
      write({ violation: what })
    },
  }
}

/** How many bytes the pipe took. */
function writeSome(bytes) {
  try {
    return writeSync(1, bytes)
  } catch (error) {
    // The parent does not keep up, and threads have made the pipe one that does not wait.
    if (error.code !== 'EAGAIN') throw error
    Atomics.wait(nobody, 0, 0, 1)
    return 0
  }
}
