import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs curl as a user would, and takes its answer apart. Throws when curl itself fails. */
export async function curl(...args) {
  const { stdout } = await promisify(execFile)(
    'curl',
    ['--silent', '--show-error', '--include', ...args],
    {
      encoding: 'buffer',
      maxBuffer: 64 * 1024 ** 2,
    },
  )
  let rest = stdout
  let head
  // Interim answers such as 100 Continue come before the final one.
  do {
    const end = rest.indexOf('\r\n\r\n')
    head = rest.subarray(0, end).toString('latin1').split('\r\n')
    rest = rest.subarray(end + 4)
  } while (/^HTTP\/\S+ 1\d\d/.test(head[0]))
  const headers = Object.fromEntries(
    head
      .slice(1)
      .map((line) => [line.split(':', 1)[0].toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
  )
  return { status: Number(head[0].split(' ')[1]), headers, body: rest }
}
