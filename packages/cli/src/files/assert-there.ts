import { stat } from 'node:fs/promises'
import { usageError } from '../exit/cli-error.ts'
import { systemReason } from '../io/system-reason.ts'

/** A usage error unless the path that a person named exists. */
export async function assertThere(path: string): Promise<void> {
  await stat(path).catch((error: unknown) => {
    throw usageError(`${path} ${systemReason(error)}. Check the path.`)
  })
}
