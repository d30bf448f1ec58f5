import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AssetStore } from '@stowage/core'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { unreachable, usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { wordsOf } from '../../exit/explain-error.ts'
import { type LocationModeOptions, locationMode, ofMode } from '../../options/location-mode.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { printable } from '../../output/printable.ts'
import { untilMoved } from '../../serve/until-moved.ts'
import { WHERE_IT_MOVED } from '../../target/moved-away.ts'
import { nameOfLocation } from '../../target/name-of-location.ts'
import { openStore, variantsHere } from '../../target/open-store.ts'

interface WorkOptions extends LocationModeOptions {
  /** A module whose default export defines kinds of jobs. Default: only those of the store itself. */
  readonly define?: string
  readonly concurrency?: number
}

/** The most jobs that one process runs at a time. */
const MOST = 1000

/** What the module of `--define` exports as its default. */
type DefineKinds = (store: AssetStore) => unknown

/** `stowage work` */
export const defineWork: DefineVerb = (perform) =>
  describe(
    'work',
    'Runs jobs in a process of its own until Ctrl-C, which waits for those that run.',
    [
      ['work', 'those of the store itself: pictures of what was uploaded, "verify --background"'],
      ['work --define jobs.mjs', 'also the kinds that this module defines'],
      ['work --define jobs.mjs --concurrency 4', 'at most 4 jobs at a time'],
    ],
  )
    .option('--define <module>', 'its default export gets the store, and calls store.jobs.define')
    .option('--concurrency <count>', 'jobs at a time (default: 16)', wholeNumber(1, MOST))
    .addOption(locationMode())
    .action(perform('work', work))

async function work(run: Run, options: WorkOptions): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const location = run.localLocation()
  const { define, concurrency } = options
  const defineKinds = define === undefined ? null : await kindsOf(define)
  const variants = await variantsHere()
  const { store, close } = await openStore(location, 'change', output.warning, {
    ...variants,
    ...ofMode(options),
    jobs: { work: true, maintenance: true, ...(concurrency !== undefined && { concurrency }) },
    onError: (error) => output.error(wordsOf(error)),
  })
  run.onEnd(close)
  await defineKinds?.(store)
  output.record({ works: true })
  if (variants.variants === undefined) {
    output.note('! it makes no pictures: npm install @stowage/sharp')
  }
  output.note(`Runs the jobs of ${printable(nameOfLocation(location))} until Ctrl-C.`)
  if (await untilMoved(location, signal)) {
    throw unreachable(
      `${nameOfLocation(location)} has moved to another place: this process ends. ${WHERE_IT_MOVED}`,
    )
  }
  output.note('Finishing the jobs that run. Ctrl-C again ends them at once: they run again later.')
  return EXIT.done
}

async function kindsOf(file: string): Promise<DefineKinds> {
  const url = pathToFileURL(path.resolve(file)).href
  const module: { readonly default?: unknown } = await import(url).catch((error) => {
    throw usageError(`--define: ${file} cannot be loaded. ${wordsOf(error)}`)
  })
  if (typeof module.default === 'function') return module.default as DefineKinds
  throw usageError(
    `--define: the default export of ${file} must be a function, such as export default (store) => { store.jobs.define(…) }`,
  )
}
