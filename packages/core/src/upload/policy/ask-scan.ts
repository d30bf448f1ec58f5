import { invalidArgument } from '../../errors/invalid-argument.ts'
import type { StagedFile } from '../../staging/staging.ts'
import { answerOf } from './answer-of.ts'
import type { Policy, PolicyFile, ScanVerdict } from './upload-policy.ts'

/** The verdict of the scan hook; `unavailable` when it throws, `invalid_argument` when it gives none. */
export async function askScan(
  scan: NonNullable<Policy['scan']>,
  file: StagedFile,
  facts: PolicyFile,
  signal: AbortSignal,
): Promise<ScanVerdict> {
  const verdict = await answerOf(
    () => scan(file, facts, { signal }),
    signal,
    'The file could not be scanned. Try again.',
  )
  if (verdict === 'accept' || verdict === 'wait') return verdict
  if (typeof verdict?.reject === 'string') return verdict
  throw invalidArgument('scan', "The scan hook must give 'accept', 'wait' or { reject: reason }.")
}
