import { once } from 'node:events'
import { mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { isUnreachable, wordsOf } from '../../exit/explain-error.ts'
import { DownloadNames } from '../../files/download-names.ts'
import { saveFile } from '../../files/save-file.ts'
import { type FilterOptions, hasFilter, withFilters } from '../../options/filters.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes, formatItems } from '../../output/quantities.ts'
import type { AssetItem } from '../../target/asset-item.ts'
import type { OpenedFile, Target } from '../../target/target.ts'
import { findAll } from './find-all.ts'

interface GetOptions extends FilterOptions {
  readonly output?: string
  readonly variant?: string
  readonly force?: boolean
}

/** `stowage get` */
export const defineGet: DefineVerb = (perform) => {
  const command = describe('get', 'Writes files of the store to this machine.', [
    ['get <id>', 'into this folder, under its own name'],
    ['get <id> --variant thumbnail', 'its thumbnail'],
    ['get <id> -o photo.jpg', 'under another name'],
    ['get <id> -o - | less', 'to the next command'],
    ['get --tag beach -o ./beaches', 'all that a filter finds, into a folder'],
  ]).argument('[ids...]', 'ids, as "stowage ls" shows them')
  return withFilters(command)
    .option('-o, --output <path>', 'a folder, or the name of one file; - is stdout')
    .option('--variant <name>', 'such as thumbnail or optimized, in place of the original')
    .option('--force', 'replaces files that are there')
    .action(perform('get', get))
}

async function get(
  run: Run,
  options: GetOptions,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const ids = operands.flat()
  if (ids.length > 0 === hasFilter(options)) {
    throw usageError('Say which files: by their ids, or by filters such as --tag. Not both.')
  }
  if (run.output.json && options.output === '-') {
    throw usageError('--json and --output - both want stdout. Give one of them.')
  }
  const target = await run.open(options.variant === undefined ? 'read' : 'change')
  if (options.output === '-') return toStdout(run, target, options, ids)
  return toFiles(run, target, options, ids)
}

async function toStdout(
  { io, signal }: Run,
  target: Target,
  { variant }: GetOptions,
  ids: readonly string[],
): Promise<undefined> {
  const [id, another] = ids
  if (id === undefined || another !== undefined) {
    throw usageError('--output - takes one file. Name one id.')
  }
  const { body } = await target.open(await target.get(id, signal), variant, signal)
  await pipeline(body, io.stdout, { signal, end: false })
  if (io.stdout.writableNeedDrain) await once(io.stdout, 'drain', { signal })
}

async function toFiles(
  run: Run,
  target: Target,
  options: GetOptions,
  ids: readonly string[],
): Promise<ExitCode | undefined> {
  const { signal } = run
  const assets = ids.length > 0 ? undefined : await findAll(target, options, signal)
  const total = assets?.length ?? ids.length
  const names = new DownloadNames(
    await placesOf(options.output ?? '.', total === 1 && assets === undefined),
  )
  const totalBytes = assets?.reduce((sum, { size }) => sum + size, 0)
  const bar = run.startProgress({ total, ...(totalBytes !== undefined && { totalBytes }) })
  run.howToGoOn('Run the same command again; files that are there stay as they are.')
  const failures: { readonly what: string; readonly why: string }[] = []
  const saved: { readonly asset: AssetItem; readonly path: string }[] = []
  for (const each of assets ?? ids) {
    let asset: AssetItem | undefined
    let file: OpenedFile | undefined
    try {
      asset = typeof each === 'string' ? await target.get(each, signal) : each
      file = await target.open(asset, options.variant, signal)
      const download = await names.locationOf(
        asset.name,
        options.variant === undefined ? null : { variant: options.variant, ...file },
      )
      const onBytes = (count: number): void => bar.advance(0, count)
      await saveFile({ ...file, download, force: options.force === true, onBytes }, signal)
      saved.push({ asset, path: download.shown })
    } catch (error) {
      file?.body.destroy()
      if (signal.aborted || isUnreachable(error)) {
        bar.end()
        throw error
      }
      failures.push({ what: asset?.name ?? String(each), why: wordsOf(error) })
    }
    bar.advance(1)
  }
  bar.end()
  report(run, saved, failures)
  return failures.length > 0 ? EXIT.refused : undefined
}

function report(
  { output }: Run,
  saved: readonly { readonly asset: AssetItem; readonly path: string }[],
  failures: readonly { readonly what: string; readonly why: string }[],
): void {
  for (const { asset, path: location } of saved) {
    output.record({ id: asset.id, name: asset.name, path: location })
    if (output.quiet) output.result(printable(location))
  }
  const [only] = saved
  if (saved.length === 1 && only !== undefined) {
    output.say(`${output.colours.green('✔')} ${printable(only.path)}`)
  } else if (saved.length > 0) {
    const bytes = saved.reduce((sum, { asset }) => sum + asset.size, 0)
    output.say(
      `${output.colours.green('✔')} ${formatItems(saved.length, 'file')}, ${formatBytes(bytes)}`,
    )
  }
  for (const { what, why } of failures) output.error(`${printable(what)}: ${why}`, { file: what })
}

/** Either a folder, where files keep their own names, or the full path of the only file. */
async function placesOf(
  output: string,
  isOne: boolean,
): Promise<{ readonly folder: string; readonly path: string | null }> {
  const found = await stat(output).catch(() => undefined)
  const isFolder = found?.isDirectory() === true || /[/\\]$/.test(output)
  if (isOne && !isFolder) return { folder: path.dirname(output), path: output }
  await mkdir(output, { recursive: true })
  return { folder: output, path: null }
}
