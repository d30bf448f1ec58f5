import { invalidArgument } from '../errors/invalid-argument.ts'
import type { StowageError } from '../errors/stowage-error.ts'

/** Whether it is a file as multer holds it in memory: its bytes are a source, but it is not. */
export function isMulterFile(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'buffer' in value && 'originalname' in value
}

/** `invalid_argument` that says how to upload such a file. */
export function multerFile(argument: string): StowageError {
  const remedy = 'upload({ source: file.buffer, name: file.originalname })'
  return invalidArgument(argument, `A file of multer is not a source. Use ${remedy}.`)
}
