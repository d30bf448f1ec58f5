// Random tests take their numbers from `forSeeds` (testing/src/seeds), which runs each with several seeds and names the
// seed. Another generator would make a test that holds for one sequence only.
import { problemsOfCheck } from './exceptions.mjs'

/** Signs of a generator: the constants of the usual ones, the shifts of xorshift. */
const GENERATOR = /\b(?:1_?664_?525|48_?271|16_?807|0x6d2b79f5|1_?103_?515_?245)\b|\^= \w+ << 13\b/i

/** Numbers that no run can repeat. */
const UNREPEATABLE = /\bMath\.random\(/

/** One sequence of numbers, in which a claim may hold by chance. */
const ONE_SEED = /\bseeded(?:Random|Choices)\([\d_]/

/** The only generator, and the tests of what it gives. */
const OWN = [
  'packages/testing/src/seeds/seeded-random.ts',
  'packages/testing/src/seeds/choices.test.ts',
  'packages/testing/src/seeds/for-seeds.test.ts',
]

/** The problems in a test or test helper; empty when there are none. */
export function seedProblems(where, source) {
  if (OWN.includes(where) || !/\.(test|fixture)\.ts$|-cases\.ts$|\/testing\//.test(where)) return []
  const isOwn = (line) => GENERATOR.test(line) || UNREPEATABLE.test(line)
  return [
    ...linesThat(source, isOwn).map((line) => `${where}:${line} makes random numbers of its own`),
    ...linesThat(source, (line) => ONE_SEED.test(line)).map(
      (line) => `${where}:${line} takes the numbers of one seed alone`,
    ),
  ].map((problem) => `${problem}: use \`forSeeds\``)
}

/** The same for an outside check or a benchmark, which kills processes and picks requests at any moment. */
export function generatorProblems(where, source) {
  return linesThat(source, (line) => GENERATOR.test(line)).map(
    (line) => `${where}:${line} makes random numbers of its own: use \`@stowage/testing/seeds\``,
  )
}

/** Mistakes of the check itself. */
export const seedCheckProblems = () => [
  ...problemsOfCheck(
    'check-seeds.mjs',
    (source) => seedProblems('packages/core/src/planted.test.ts', source),
    {
      wrong: [
        'state = (state * 1664525 + 1013904223) >>> 0',
        'state = (state * 48_271) % 2147483647',
        'x ^= x << 13',
        'let t = (seed += 0x6d2b79f5)',
        'const name = Math.random().toString(36)',
        'const random = seededRandom(1)',
        'const choices = seededChoices(20_260_101)',
      ],
      right: [
        'forSeeds((random) => random.below(3))',
        'const bits = value << 13',
        'const choices = seededChoices(bytes.length)',
      ],
    },
  ),
]

function linesThat(source, isFound) {
  return source.split('\n').flatMap((line, index) => (isFound(line) ? [index + 1] : []))
}
