import { afterAll, describe, expect, it } from 'vitest'
import type { PortCall } from '../fault-injection/fault-plan.ts'
import { isFull, TIMEOUT } from './chaos-run.ts'
import {
  type ChaosActor,
  type ChaosStart,
  callsOf,
  chaosActors,
  runInterleaving,
} from './interleaving.ts'

/** In full, every actor comes in between, also between two calls to the file system. Otherwise these, and another of the same kind. */
const OTHERS = ['trash and purge', 'sweep after a day']
const othersOf = (held: ChaosActor) =>
  chaosActors.filter((other) => isFull || other === held || OTHERS.includes(other.name))

const starts: readonly ChaosStart[] = ['active', 'trashed']
const pairs = starts.flatMap((start) => {
  return chaosActors.map((held) => [held.name, start, held] as const)
})
let count = 0

type Kind = 'hold' | 'withhold'

/** A call is held up before it is made, or before it is answered: in full both, otherwise the other at every turn. */
function kindsFor(turn: number): readonly Kind[] {
  if (isFull) return ['hold', 'withhold']
  return turn % 2 === 0 ? ['hold'] : ['withhold']
}

/** Runs the case; says which it was when a promise is broken. */
async function interleaved(
  held: ChaosActor,
  other: ChaosActor,
  start: ChaosStart,
  call: PortCall,
  kinds: readonly Kind[],
): Promise<void> {
  for (const kind of kinds) {
    await runInterleaving([held, other], start, call, kind).catch((cause: unknown) => {
      const where = `${held.name} at ${call.port}.${call.method} (turn ${call.turn}, ${kind})`
      throw new Error(`${where}, ${other.name} in between: ${cause}`, { cause })
    })
    count += 1
  }
}

afterAll(() => {
  console.log(`chaos: every record had its bytes in ${count} interleavings of two processes`)
})

describe('two processes on one store, one of which is held up at its n-th call', () => {
  const name = '%s, an asset that is %s: no record lacks its bytes'
  it.each(pairs)(name, { timeout: TIMEOUT }, async (_, start, held) => {
    const calls = await callsOf(held, start)
    const between = calls.filter(({ port }) => isFull || port !== 'fileSystem')
    for (const [at, call] of between.entries()) {
      for (const [turn, other] of othersOf(held).entries()) {
        await interleaved(held, other, start, call, kindsFor(at + turn))
      }
    }
    expect(between.length).toBeGreaterThan(0)
  })
})
