import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { forSeeds } from '../seeds/for-seeds.ts'
import { fuzzOpenApi } from './fuzz-openapi.ts'

/** All told, 50,000. */
const SEEDS = 50
const CASES = 1000

for (const { name, run } of forSeeds('what the OpenAPI document allows is taken', SEEDS, fuzz)) {
  it(`${name}, and what it forbids is refused`, { timeout: 600_000 }, run)
}

async function fuzz(numbers: () => number): Promise<void> {
  const ajv = formats.default(new Ajv2020({ strict: false }))
  expect((await fuzzOpenApi(ajv, CASES, numbers)).differences.join('\n\n')).toBe('')
}
