import type { FromUrlRules } from '@stowage/from-url'
import { folderPath } from '@stowage/import/internal'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { isUnreachable, wordsOf } from '../../exit/explain-error.ts'
import { destinationOf } from '../../import/destination/destination-of.ts'
import { FolderTree } from '../../import/folder/folder-tree.ts'
import { fetcherOf } from '../../options/from-url-rules.ts'
import { type LocationModeOptions, locationMode, ofMode } from '../../options/location-mode.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes } from '../../output/quantities.ts'
import type { AssetItem } from '../../target/asset-item.ts'

interface FromUrlVerbOptions extends LocationModeOptions {
  readonly into?: string
  readonly name?: string
  readonly network?: string[]
}

const DEFAULT_PORTS = [80, 443]

/** `stowage from-url` */
export const defineFromUrl: DefineVerb = (perform) =>
  describe('from-url', 'Fetches files by their URLs, and stores them. From public hosts alone.', [
    ['from-url https://example.com/photo.jpg --into Trips', 'one file, into a folder'],
    ['from-url https://example.com/a.png https://example.com/b.png', 'several'],
    ['from-url http://nas:8080/a.png --network 10.0.0.0/8', 'from a network of your own'],
  ])
    .argument('<urls...>', 'of http or https')
    .option('--into <folder>', 'the folder that they come to lie in, made when missing')
    .option('--name <name>', 'in place of what the host or the URL says')
    .option('--network <networks>', 'networks that are not public, such as 10.0.0.0/8', (text) =>
      text.split(','),
    )
    .addOption(locationMode())
    .action(perform('from-url', fromUrl))

async function fromUrl(
  run: Run,
  { into = '', name, network, ...mode }: FromUrlVerbOptions,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const urls = operands.flat()
  if (name !== undefined && urls.length > 1) throw usageError('--name is for one URL.')
  const fetcher = await fetcherOf(rulesOf(run, urls, network), '--network')
  const target = await run.open(run.location.kind === 'server' ? 'change' : 'create', ofMode(mode))
  run.howToGoOn('What was stored stays so. Run it again for the others.')
  const folderId = await new FolderTree(destinationOf(target), signal).make(folderPath(into))
  let exitCode: ExitCode | undefined
  for (const url of urls) {
    try {
      const where = { folderId, ...(name !== undefined && { name }) }
      tell(run, url, await target.storeUrl(url, where, { fetcher, signal }))
    } catch (error) {
      if (signal.aborted || isUnreachable(error)) throw error
      output.error(`${url}: ${wordsOf(error)}`, { url, status: 'refused' })
      exitCode = EXIT.refused
    }
  }
  return exitCode
}

/** Allows the default ports and those in the person's URLs; redirects are followed only to these. */
function rulesOf(
  run: Run,
  urls: readonly string[],
  network: readonly string[] | undefined,
): FromUrlRules {
  if (run.location.kind === 'server' && network !== undefined) {
    throw usageError('--network is for a store: a service decides itself what it fetches.')
  }
  const ports = [...DEFAULT_PORTS, ...urls.flatMap(portOf)]
  return { ports, ...(network !== undefined && { allowedNetworks: network }) }
}

function portOf(url: string): number[] {
  const port = URL.canParse(url) ? Number(new URL(url).port) : 0
  return port === 0 ? [] : [port]
}

function tell({ output }: Run, url: string, { id, name, size }: AssetItem): void {
  output.record({ url, status: 'stored', id, name, bytes: size })
  if (output.quiet) output.result(id)
  else output.say(`${output.colours.green('✔')} ${printable(name)} (${formatBytes(size)})   ${id}`)
}
