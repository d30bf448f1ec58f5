// Random tests take their numbers from `forSeeds` (testing/src/seeds), which runs each with several seeds
// and names the seed. A generator beside it makes a test that holds for one sequence alone.

/** What begins a generator: the constants of the usual ones, and numbers that no run can repeat. */
const GENERATOR = /\b(?:1_?664_?525|48_?271|16_?807|0x6d2b79f5|1_?103_?515_?245)\b|\bMath\.random\(/

/** Files that may, and why. */
const EXCEPTIONS = new Map([
  ['packages/testing/src/seeds/seeded-random.ts', 'the one generator'],
  [
    'packages/api/src/multipart/read-parts.test.ts',
    '300 and 1,000 seeds, each named in its failure',
  ],
  [
    'packages/sharp/src/testing/hostile.ts',
    'changes pictures: each of 260 changes is a case of its own',
  ],
])

/** What is wrong in a file; empty when nothing is. */
export function seedProblems(where, source) {
  if (EXCEPTIONS.has(where) || !/\.(test|fixture)\.ts$|-cases\.ts$|\/testing\//.test(where))
    return []
  return source
    .split('\n')
    .flatMap((line, index) =>
      GENERATOR.test(line)
        ? [`${where}:${index + 1} makes random numbers of its own: use \`forSeeds\``]
        : [],
    )
}
