import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { expect, it } from 'vitest'
import { forSeeds } from '../seeds/for-seeds.ts'
import { fuzzOpenApi } from './fuzz-openapi.ts'

const CASES = 500

for (const { name, run } of forSeeds('what the OpenAPI document allows is taken', 2, fuzz)) {
  it(`${name}, and what it forbids is refused`, run)
}

async function fuzz(numbers: () => number): Promise<void> {
  const ajv = formats.default(new Ajv2020({ strict: false }))
  const { differences, allowed, forbidden } = await fuzzOpenApi(ajv, CASES, numbers)
  expect(differences.join('\n\n')).toBe('')
  expect(Math.min(allowed, forbidden)).toBeGreaterThan(CASES / 10)
}
