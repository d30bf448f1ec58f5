import { mkdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import ts from 'typescript'
import { blocksOf } from '../../../tooling/guide-blocks.mjs'
import { guideText } from '../import-tools/guide.mjs'
import { sh } from '../packaging/shell.mjs'

const SECTION = 'multer and your own table'
const NODE_MODULES = path.join(import.meta.dirname, '../../node_modules')
/** Whose the only row of the guide's first script is. */
const USER = '7'

/** Runs the scripts of the guide as they stand there: afterwards the user of a row sees its file. */
export async function checkGuideTable(report, directory) {
  await mkdir(directory, { recursive: true })
  await symlink(NODE_MODULES, path.join(directory, 'node_modules'))
  const scripts = blocksOf(await guideText()).filter(
    ({ heading, info }) => heading === SECTION && ['js', 'ts'].includes(info[0]),
  )
  const [printed, printedNames] = await runAll(directory, scripts)
  const last = printed.trim().split('\n').at(-1)
  report.check('guide, a table: the row is stored', last === '1 stored 0 failed', last)
  report.check(
    'guide, a table: names are read',
    printedNames.trim() === 'Übersicht.txt',
    printedNames.trim(),
  )
  const store = await openAssetStore({ directory: path.join(directory, 'media') })
  try {
    await checkUser(report, store)
  } finally {
    await store.close()
  }
}

/** As Node 20 runs it. */
function withoutTypes(code) {
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 }
  return ts.transpileModule(code, { compilerOptions }).outputText
}

/** What each prints. */
async function runAll(directory, scripts) {
  const printed = []
  for (const { code, line } of scripts) {
    const script = `line-${line}.mjs`
    await writeFile(path.join(directory, script), withoutTypes(code))
    const { stdout, stderr } = await sh(directory, process.execPath, script)
    printed.push(stdout + stderr)
  }
  return printed
}

async function checkUser(report, store) {
  const { assets } = await store.for({ scope: { createdBy: USER } }).list()
  const seen = assets.map(({ name, createdBy }) => `${name} of ${createdBy}`).join()
  const wanted = `invoice.txt of ${USER}`
  report.check('guide, a table: its user sees the file', seen === wanted, seen || 'none')
  const other = await store.for({ scope: { createdBy: `${USER}0` } }).list()
  report.check('guide, a table: another user sees none', other.total === 0, `${other.total}`)
  const { id } = await store.get({ externalId: '17' })
  const owners = await store.owners.of(id)
  const [owner] = owners.map(({ type, id, field }) => `${type} ${id} ${field}`)
  const isOwned = owners.length === 1 && owner === `user ${USER} files`
  report.check('guide, a table: the file is attached to its user', isOwned, String(owner))
}
