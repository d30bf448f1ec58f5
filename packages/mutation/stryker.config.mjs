// Run by `run.mjs`, which passes the work in the environment.
const { mutate, threads, report, concurrency } = JSON.parse(process.env.STOWAGE_MUTATION)

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', import.meta.resolve('./sample-checker.mjs')],
  checkers: ['sample'],
  packageManager: 'pnpm',
  inPlace: true,
  mutate,
  // The wording of messages is for people to judge.
  mutator: { excludedMutations: ['StringLiteral', 'Regex'] },
  vitest: { configFile: 'packages/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  ignoreStatic: !threads,
  concurrency,
  reporters: ['json'],
  jsonReporter: { fileName: report },
  timeoutMS: 30_000,
  tempDirName: '.stryker-tmp',
  disableTypeChecks: false,
  allowEmpty: true,
}
