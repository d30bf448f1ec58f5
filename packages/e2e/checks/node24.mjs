// The test suite under Node 24, where node:sqlite is the database: all of it, or the tests below the folders that are given.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeOf } from '../support/node-of.mjs'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

const report = createReport(
  `node24: ${process.argv.slice(2).join(' and ') || 'the whole test suite'} under Node 24 with node:sqlite`,
)
await report.run(() =>
  withTemporaryDirectory(async (directory) => {
    const node = await nodeOf('24')
    report.note(execFileSync(node, ['--version']).toString().trim())
    const result = path.join(directory, 'result.json')
    const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs')
    const config = ['--config', 'packages/tooling/vitest.config.ts']
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${result}`]
    const run = spawn(node, [vitest, 'run', ...config, ...reporters, ...process.argv.slice(2)], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        STOWAGE_TEST_SQLITE: 'node:sqlite',
        PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}`,
      },
    })
    await once(run, 'exit')
    const { testResults } = JSON.parse(await readFile(result, 'utf8'))
    const names = testResults.map(({ name }) => path.relative(ROOT, name))
    for (const given of process.argv.slice(2)) {
      report.check(
        `tests below ${given}`,
        names.some((name) => name.startsWith(given)),
        'none',
      )
    }
    for (const file of testResults) {
      const name = path.relative(ROOT, file.name)
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      const skipped = file.assertionResults.filter(({ status }) =>
        /skipped|pending|todo/.test(status),
      )
      report.check(
        name,
        file.status === 'passed',
        failed.map(({ fullName }) => fullName).join('; '),
      )
      for (const { fullName } of skipped)
        report.skip(`${name}: ${fullName}`, 'skipped by the suite')
    }
  }),
)
