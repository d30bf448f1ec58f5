import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { isUnreachable, wordsOf } from '../exit/explain-error.ts'
import type { Run } from './run.ts'

/** In help texts. */
export const EXAMPLE_ID = '01a22e18-dfa5-71c5-a476-3faf6e08a046'

/** What is done with each id. */
export interface ChangeOfId {
  /** The member of a JSON line. */
  readonly did: string
  /** The same for people, after the id. */
  readonly words: string
  change(id: string): Promise<unknown>
}

/** Does it with each id, and says of which it was refused. */
export async function forEachId(
  { output, signal }: Run,
  ids: readonly string[],
  { did, words, change }: ChangeOfId,
): Promise<ExitCode | undefined> {
  let exitCode: ExitCode | undefined
  for (const id of ids) {
    signal.throwIfAborted()
    try {
      await change(id)
      output.record({ id, [did]: true })
      output.result(`${output.colours.green('✔')} ${id} ${words}.`)
    } catch (error) {
      if (signal.aborted || isUnreachable(error)) throw error
      output.error(`${id}: ${wordsOf(error)}`, { id })
      exitCode = EXIT.refused
    }
  }
  return exitCode
}
