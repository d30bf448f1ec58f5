import type { Readable } from 'node:stream'
import { unusable } from '../bucket/s3-errors.ts'

/**
 * Lets a body that breaks off fail as the port's other calls do, with an error of ours. By way of `destroy`:
 * another stream in between would pass every chunk on once more.
 */
export function failingAsPort(body: Readable): Readable {
  const { destroy } = body
  body.destroy = (error) => destroy.call(body, isOfSystem(error) ? unusable(error) : error)
  return body
}

/** Not aborts, and not what streams tell each other. */
function isOfSystem(error: Error | undefined): error is NodeJS.ErrnoException {
  return error !== undefined && 'code' in error && /^E(?!RR_)/.test(String(error.code))
}
