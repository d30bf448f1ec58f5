// `npm test`: unit tests, and the contracts in memory, on SQLite and over HTTP. `npm run test:gate`: tests that take
// longer or need a server: PostgreSQL, S3, every framework, faults at each call, hostile pictures, whole commands, moves and
// backups. `npm test -- packages/api`: all tests below a folder, whichever of the two they belong to.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const [suite = 'quick', ...args] = process.argv.slice(2)
const named = args.some((arg) => !arg.startsWith('-'))
const tests = spawn(
  'npx',
  ['vitest', 'run', '--config', 'packages/tooling/vitest.config.ts', ...args],
  {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, STOWAGE_TESTS: named ? 'named' : suite },
  },
)
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => tests.kill(signal))
const [code] = await once(tests, 'exit')
if (suite === 'quick' && !named) {
  console.log(
    'Left out: PostgreSQL, S3, every framework, faults at each call, hostile pictures, whole commands, moves, backups. `npm run test:gate` runs them.',
  )
}
process.exitCode = code ?? 1
