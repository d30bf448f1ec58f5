import type { Readable } from 'node:stream'
import { unusable } from '../bucket/s3-errors.ts'

/** Makes a body that breaks off fail with a `StowageError`, like the port's other calls. */
export function failingAsPort(bucket: string, body: Readable): Readable {
  const { destroy } = body
  body.destroy = (error) => destroy.call(body, isOfSystem(error) ? unusable(bucket, error) : error)
  return body
}

/** Excludes aborts, and the errors that streams pass to each other. */
function isOfSystem(error: Error | undefined): error is NodeJS.ErrnoException {
  return error !== undefined && 'code' in error && /^E(?!RR_)/.test(String(error.code))
}
