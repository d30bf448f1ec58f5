import { closeSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'

/** The priorities of the jobs of kind `work`, by their number. */
const PRIORITIES = [-10, 0, 10]
const TENANTS = ['default', 'acme', 'globex', 'initech', 'umbrella']
/** Jobs whose process ends itself while it runs them. */
const DEADLY = 5
/** Digits of a number in a file: it is overwritten in place, so no reader finds half of it. */
const DIGITS = 10

export const priorityOf = (n) => PRIORITIES[n % PRIORITIES.length]
export const tenantOf = (n) => TENANTS[n % TENANTS.length]

/** The payload of job `n` of so many. */
export function payloadOf(n, count) {
  const every = Math.floor(count / DEADLY)
  return { n, dies: n % every === every >> 1 }
}

/** While this file is missing, jobs of kind `poison` fail. */
export const cureOf = (directory) => path.join(directory, 'cure')

const keyFile = (directory, n) => path.join(directory, `key-${n}`)

/** Sets what the job of key `n` is to see. */
export function want(directory, n, value) {
  const text = String(value).padStart(DIGITS, '0')
  if (value === 0) return writeFileSync(keyFile(directory, n), text)
  const file = openSync(keyFile(directory, n), 'r+')
  writeSync(file, text, 0)
  closeSync(file)
}

/** What the job of key `n` sees. */
export const seenBy = (directory, n) => Number(readFileSync(keyFile(directory, n), 'utf8'))
