import { forSeeds } from '@stowage/testing/seeds'
import { describe, expect, it } from 'vitest'
import { firstDifference } from './compare.fixture.ts'

describe('memory, SQLite and PostgreSQL, at length', () => {
  const runs = forSeeds('answer every call alike', 50, async (random) => {
    expect(await firstDifference(random, 400)).toBeNull()
  })
  for (const { name, run } of runs) it(name, () => run())
})
