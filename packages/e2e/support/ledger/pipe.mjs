import { writeSync } from 'node:fs'

const never = new Int32Array(new SharedArrayBuffer(4))

/** Writes a line of a journal to standard output. It is in the pipe when this returns, so a kill takes nothing back. */
export function writeToPipe(line) {
  let bytes = Buffer.from(`${JSON.stringify(line)}\n`)
  while (bytes.length > 0) bytes = bytes.subarray(writeSome(bytes))
}

/** How many bytes the pipe took. */
function writeSome(bytes) {
  try {
    return writeSync(1, bytes)
  } catch (error) {
    // The parent does not keep up, and threads have made the pipe one that does not wait.
    if (error.code !== 'EAGAIN') throw error
    Atomics.wait(never, 0, 0, 1)
    return 0
  }
}
