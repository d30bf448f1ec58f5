// A store in a process under Node's permission model: it works, or the error names the option that it lacks.
import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createReport } from '../support/report.mjs'
import { withTemporaryDirectory } from '../support/temporary-directory.mjs'

const SCRIPT = fileURLToPath(new URL('../support/permission/open-store.mjs', import.meta.url))
const MODEL = process.allowedNodeEnvironmentFlags.has('--permission')
  ? '--permission'
  : '--experimental-permission'

const report = createReport(`permission: a store under ${MODEL} on Node ${process.version}`)
await report.run(() => withTemporaryDirectory(main))

async function main(directory) {
  const read = '--allow-fs-read=*'
  const write = '--allow-fs-write=*'
  const rest = ['--allow-worker', '--allow-addons', '--allow-child-process']
  const readOnly = await opened(directory, 'reads', [read, ...rest])
  report.check(
    'without writing: names the option',
    isRefused(readOnly, '--allow-fs-write'),
    said(readOnly),
  )
  for (const [name, options] of [
    ['without threads', [read, write, '--allow-addons']],
    ['without addons', [read, write, '--allow-worker']],
    ['with all', [read, write, ...rest]],
  ]) {
    const outcome = await opened(directory, name, options)
    report.check(
      `${name}: works, or says what to do`,
      outcome.done || isRefused(outcome, '--'),
      said(outcome),
    )
  }
}

async function opened(directory, name, options) {
  const store = path.join(directory, name.replaceAll(' ', '-'))
  await mkdir(store)
  const args = ['--no-warnings', MODEL, ...options, SCRIPT, store]
  const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: 60_000 })
  return JSON.parse(stdout)
}

function isRefused({ ours, text = '' }, option) {
  return ours === true && text.includes('permission model') && text.includes(option)
}

function said({ done, text }) {
  return done ? 'works' : text
}
