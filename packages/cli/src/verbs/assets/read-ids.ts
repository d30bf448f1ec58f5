import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { usageError } from '../../exit/cli-error.ts'

/** The ids of a command line, each once. `-` means those on stdin, one a line. */
export async function readIds(operands: readonly string[], stdin: Readable): Promise<string[]> {
  const ids = new Set<string>()
  for (const operand of operands) {
    if (operand !== '-') ids.add(operand)
    else for await (const line of createInterface({ input: stdin })) ids.add(line.trim())
  }
  ids.delete('')
  if (ids.size === 0) throw usageError('No ids came on stdin: nothing was done.')
  return [...ids]
}
