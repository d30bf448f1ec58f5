import { expect, it, vi } from 'vitest'
import { BoundedReader } from '../../reading/bounded-reader.ts'
import { bytesAsFile } from '../../reading/bytes-as-file.ts'
import { readingBudget } from '../../reading/reading-budget.ts'
import { COSTLY_RECORDINGS } from '../../testing/costly-recordings.ts'
import { MIB } from '../../testing/filled.ts'
import { measureProgramStream } from './program-stream.ts'
import { measureTransportStream } from './transport-stream.ts'

const budget = readingBudget(MIB, { maxTimeMs: 60_000, maxBytes: 16 * MIB })

/** How often a measure of this file offers the event loop its turn. */
async function turnsOf(measure: typeof measureProgramStream, file: string): Promise<number> {
  const reader = new BoundedReader(bytesAsFile(COSTLY_RECORDINGS[file] as Buffer), budget)
  const turn = vi.spyOn(reader, 'giveTurn')
  await measure(reader)
  return turn.mock.calls.length
}

it('a program stream of very many units gives the event loop its turn between them', async () => {
  // Both windows together hold 350,000 start codes, or 70,000 packets.
  expect(await turnsOf(measureProgramStream, 'a program stream of start codes')).toBeGreaterThan(
    100,
  )
  expect(await turnsOf(measureProgramStream, 'a program stream of times')).toBeGreaterThan(50)
})

it('a transport stream gives the event loop its turn between its walks', async () => {
  const file = 'a transport stream of units that are no parameters'
  expect(await turnsOf(measureTransportStream, file)).toBe(5)
})
