/**
 * Random numbers that repeat in every run with the same seed. Needs no other package.
 *
 * @module
 */
export { type Choices, choicesBy, seededChoices } from './seeds/choices.ts'
export { forSeeds, type SeededCase } from './seeds/for-seeds.ts'
export { type Random, seededRandom } from './seeds/seeded-random.ts'
