// `npm run contracts`: the suites named `*.full.test.ts`, which repeat a contract on another framework or database.
// Uses the S3 that `S3_ENDPOINT` names, else starts Ceph. When Ceph cannot start, the suites on S3 are skipped.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { startCeph } from './ceph.mjs'

const ceph = process.env.S3_ENDPOINT ? null : await startCeph().catch(withoutS3)
const s3 = ceph && {
  S3_ENDPOINT: ceph.endpoint,
  S3_ACCESS_KEY: ceph.accessKeyId,
  S3_SECRET_KEY: ceph.secretAccessKey,
}
const config = ['--config', 'packages/tooling/vitest.config.ts']
const suites = spawn(
  'npx',
  ['vitest', 'run', ...config, '.full.test.ts', ...process.argv.slice(2)],
  {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: { ...process.env, ...s3, STOWAGE_TESTS: 'full' },
  },
)
// A signal to this run also stops the suites. Ceph, a separate process, stops after them.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => suites.kill(signal))
const [code] = await once(suites, 'exit')
await ceph?.stop()
process.exitCode = code ?? 1

function withoutS3(error) {
  console.error(`Ceph did not start: ${error.message} The suites on S3 are skipped.`)
  return null
}
