import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a command in the folder `cwd`; throws with all that it printed when it fails. */
export function sh(cwd, command, ...args) {
  return promisify(execFile)(command, args, { cwd, maxBuffer: 2 ** 26, timeout: 1_800_000 }).catch(
    (error) => {
      throw new Error(`${command} ${args.join(' ')}\n${error.stdout}\n${error.stderr}`)
    },
  )
}
