import { realpath } from 'node:fs/promises'
import type { OnDuplicate } from '@stowage/core/types'
import { folderPath } from '@stowage/import/internal'
import { Option } from 'commander'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import type { ImportDestination } from '../../import/destination/destination.ts'
import { destinationOf } from '../../import/destination/destination-of.ts'
import { nothingThere } from '../../import/destination/nothing-there.ts'
import { findFiles } from '../../import/find-files.ts'
import { SYSTEMS, type System } from '../../import/from-system.ts'
import { type ImportReport, importFiles } from '../../import/import-files.ts'
import type { LeftOut, SourceFile } from '../../import/source-file.ts'
import { type LocationModeOptions, locationMode, ofMode } from '../../options/location-mode.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes, formatCount, formatItems } from '../../output/quantities.ts'
import { nameOfLocation } from '../../target/name-of-location.ts'
import { isThere } from '../../target/open-store.ts'
import { importFrom } from './import-from.ts'

interface ImportVerbOptions extends LocationModeOptions {
  readonly into?: string
  readonly manifest?: string
  readonly base?: string
  readonly from?: System
  readonly database?: string
  readonly table?: string
  readonly prefix?: string
  readonly attach?: boolean
  readonly parallel: number
  readonly onDuplicate?: OnDuplicate
  readonly externalId?: string
  readonly hidden?: boolean
  readonly exclude?: readonly string[]
  readonly dryRun?: boolean
}

/** `stowage import` */
export const defineImport: DefineVerb = (perform) =>
  describe('import', 'Stores files and folders. What is there already is not stored again.', [
    ['import ~/Photos --into Trips/2026', 'what is in a folder, with the folders in it'],
    ['import a.jpg b.jpg', 'single files'],
    ['import --manifest list.csv', 'what a table names: path, name, folder, tags, title, alt …'],
    ['import --from strapi public --database .tmp/data.db', 'another system, with ids and dates'],
    ['import ~/Photos --dry-run', 'how much there is to do'],
  ])
    .argument('[paths...]', 'files and folders')
    .option(
      '--into <folder>',
      'the folder of the store that they come to lie in, made when missing',
    )
    .option(
      '--manifest <file>',
      'CSV or JSON lines, with a file in each row; ids and dates need --from manifest',
    )
    .option(
      '--base <folder>',
      'where paths of the manifest start (default: the folder of the manifest)',
    )
    .addOption(
      new Option('--from <system>', 'bring ids, dates and folders of another system').choices(
        SYSTEMS,
      ),
    )
    .option('--database <file>', 'SQLite database of that system')
    .option('--table <name>', 'table of the collection, with --from payload (default: media)')
    .option(
      '--prefix <text>',
      'comes before the external ids, with --from folder or payload (default: nothing)',
    )
    .option(
      '--attach',
      'attach files to the records that they belonged to; an archive does so always',
    )
    .option('--parallel <count>', 'files sent at a time', wholeNumber(1, 64), 8)
    .addOption(
      new Option(
        '--on-duplicate <what>',
        'content that is stored under another name or in another folder: store it once more, return what is there, ' +
          'or refuse the file',
      ).choices(['store', 'return', 'refuse']),
    )
    .option('--external-id <id>', 'what another system calls the file, of a single file')
    .option('--hidden', 'hidden files too')
    .option(
      '--exclude <pattern...>',
      'leaves out files and folders of this name, such as *.tmp, or this path below the folder, such as drafts/**',
    )
    .addOption(locationMode())
    .option('--dry-run', 'only says what would be stored; with --from also what differs')
    .action(perform('import', importVerb))

async function importVerb(
  run: Run,
  options: ImportVerbOptions,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const { manifest, base, parallel, hidden = false, exclude, dryRun = false } = options
  const into = folderPath(options.into ?? '')
  if (options.from !== undefined) {
    const { from, database, table, prefix, attach = false } = options
    if (manifest !== undefined) throw usageError('Name the manifest after --from manifest.')
    const excluded = await foldersOfStore(run)
    const common = { into, parallel, dryRun, hidden, exclude, base, excluded }
    const location = { from, database, table, prefix, paths: operands.flat() }
    return importFrom(run, { ...location, attach, ...common, store: ofMode(options) })
  }
  const stray = (['database', 'table', 'prefix', 'attach'] as const).find(
    (name) => options[name] !== undefined,
  )
  if (stray !== undefined) throw usageError(`--${stray} is for --from.`)
  const found = await findFiles({
    paths: operands.flat(),
    manifest,
    base,
    into,
    hidden,
    exclude,
    excluded: await foldersOfStore(run),
    signal,
  })
  const files = withExternalId(found.files, options.externalId)
  sayLeftOut(run, found.ignored)
  if (manifest !== undefined && found.files.length + found.refused.length === 0) {
    output.note(`! ${printable(manifest)} has no rows.`)
  }
  const { name, destination } = await openDestination(run, dryRun, ofMode(options))
  const bytes = found.files.reduce((sum, { size }) => sum + size, 0)
  const location = into.length === 0 ? name : into.join('/')
  output.say(
    `Importing ${formatItems(found.files.length, 'file')} (${formatBytes(bytes)}) into ${printable(location)}`,
  )
  run.howToGoOn('Run the same command again: it stores what is left.')
  const bar = run.startProgress({ total: found.files.length, totalBytes: bytes })
  const report = await importFiles(files, destination, {
    parallel,
    dryRun,
    onDuplicate: options.onDuplicate,
    signal,
    onProgress: (progress) => bar.set(progress.files, progress.bytes),
    onStored: (file, id) => output.record({ path: file.label, status: 'stored', id }),
  }).finally(() => bar.end())
  return tell(run, { ...report, refused: [...found.refused, ...report.refused] }, dryRun)
}

/** An external id belongs to one asset. */
function withExternalId(
  files: readonly SourceFile[],
  externalId: string | undefined,
): readonly SourceFile[] {
  if (externalId === undefined) return files
  const [file, ...others] = files
  if (file !== undefined && others.length === 0) return [{ ...file, externalId }]
  throw usageError(
    '--external-id is for a single file. For several, name them in the column external_id of a --manifest.',
  )
}

/** A dry run does not create a store: without one, it would store every file. */
async function openDestination(
  run: Run,
  dryRun: boolean,
  mode: LocationModeOptions,
): Promise<{ readonly name: string; readonly destination: ImportDestination }> {
  const { location, output } = run
  if (dryRun && location.kind === 'local' && !(await isThere(location))) {
    const name = nameOfLocation(location)
    output.note(`! ${printable(name)} holds no store yet: the import makes it.`)
    return { name, destination: nothingThere }
  }
  const target = await run.open(dryRun ? 'read' : 'create', mode)
  return { name: target.name, destination: destinationOf(target) }
}

/** A store inside the imported folder must not import itself. */
async function foldersOfStore({ location }: Run): Promise<readonly string[]> {
  if (location.kind === 'server') return []
  const isElsewhere = location.postgres !== undefined && location.s3 !== undefined
  if (isElsewhere && !location.isDirectoryGiven) return []
  return [await realpath(location.directory).catch(() => location.directory)]
}

/** Reasons for leaving out files that are only counted, not listed. A folder counts as one. */
const COUNTED: readonly string[] = ['is hidden', 'is left by the system', 'is excluded']

function sayLeftOut({ output }: Run, ignored: readonly LeftOut[]): void {
  const ofKind = (kind: string) => ignored.filter(({ reason }) => reason === kind).length
  for (const { label, reason } of ignored) {
    if (!COUNTED.includes(reason)) output.note(`! left out: ${printable(label)} ${reason}`)
  }
  const [hidden = 0, system = 0, matched = 0] = COUNTED.map(ofKind)
  if (hidden > 0) output.note(`! left out: ${formatItems(hidden, 'hidden file')} (see --hidden)`)
  if (system > 0) output.note(`! left out: ${formatItems(system, 'file')} of the system`)
  if (matched > 0) output.note(`! left out: ${formatItems(matched, 'file')} by --exclude`)
}

function tell({ output }: Run, report: ImportReport, dryRun: boolean): ExitCode | undefined {
  const { stored, storedBytes, here, refused, failure } = report
  const { green, red } = output.colours
  output.record({ stored, stored_bytes: storedBytes, here_already: here, refused: refused.length })
  output.result(
    [
      `${failure === null ? green('✔') : red('✖')} ` +
        `${formatCount(stored)} ${dryRun ? 'to be stored' : 'stored'}`,
      ...(here > 0 ? [`${formatCount(here)} ${here === 1 ? 'was' : 'were'} here already`] : []),
      ...(refused.length > 0 ? [`${formatCount(refused.length)} refused`] : []),
    ].join('   '),
  )
  for (const { label, reason } of refused) {
    if (output.json) output.error(reason, { path: label, status: 'refused' })
    else output.error(`${label}   ${reason}`)
  }
  if (failure !== null) throw failure
  return refused.length > 0 ? EXIT.refused : undefined
}
