import type { AssetStore } from '@stowage/core'
import type { Command } from 'commander'
import { describe, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes, formatItems } from '../../output/quantities.ts'

interface EraseVerbOptions {
  readonly confirm?: string
  readonly dryRun?: boolean
}

/** `stowage tenants erase` */
export function eraseCommand(perform: Perform): Command {
  return describe('erase', 'Deletes all that there is of a tenant. This cannot be undone.', [
    ['tenants erase acme --dry-run', 'says how much there is'],
    ['tenants erase acme', 'asks for the name once more'],
    ['tenants erase acme --confirm acme', 'does not ask'],
  ])
    .argument('<name>', 'as "stowage tenants list" shows it')
    .option('--confirm <name>', 'the name once more: does not ask')
    .option('-n, --dry-run', 'only says how much would be deleted')
    .action(perform('tenants erase', erase))
}

async function erase(
  run: Run,
  { confirm, dryRun = false }: EraseVerbOptions,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const [tenant = ''] = operands
  if (confirm !== undefined && confirm !== tenant) {
    throw usageError(`--confirm must be the name of the tenant, ${JSON.stringify(tenant)}.`)
  }
  const { store, name: location } = await run.openStore(dryRun ? 'read' : 'change')
  const there = await amountOf(store.for({ tenant }), signal)
  const what = wordsOf(there)
  if (dryRun) {
    output.record({ tenant, ...there })
    output.result(`Would erase ${printable(tenant)}: ${what}.`)
    return
  }
  const question = `Erase the tenant ${tenant} of ${location}: ${what}? This cannot be undone.`
  if (confirm === undefined && !(await run.confirmByName(question, tenant))) {
    output.note('Nothing was changed.')
    return EXIT.refused
  }
  run.howToGoOn('The tenant is erased in part. Run the same command again until it ends.')
  const bar = run.startProgress({ total: there.assets + there.trashed_assets })
  const { assets, files, wasThere } = await store.admin.tenants
    .erase(tenant, { confirm: tenant, signal, onProgress: (now) => bar.set(now.assets) })
    .finally(() => bar.end())
  output.record({ tenant, assets, files, was_there: wasThere })
  if (!wasThere) {
    output.result(`There is nothing of ${JSON.stringify(tenant)}.`)
    return
  }
  const others = files - assets
  const made =
    others > 0
      ? ` and ${formatItems(others, 'thumbnail or version', 'thumbnails and versions')}`
      : ''
  output.result(
    `${output.colours.green('✔')} ${printable(tenant)} is erased: ${formatItems(assets, 'file')}${made}.`,
  )
}

/** How much a tenant has, by the names of the HTTP API. */
interface Amount {
  readonly assets: number
  readonly trashed_assets: number
  /** Of all of them, with thumbnails and versions. */
  readonly bytes: number
  readonly folders: number
  readonly keys: number
}

async function amountOf(store: AssetStore, signal: AbortSignal): Promise<Amount> {
  const { assets, trashedAssets, bytes, trashedBytes, versionBytes } = await store.usage({ signal })
  const { total: folders } = await store.folders.list({ signal })
  const { length: keys } = await store.keys.list()
  return {
    assets,
    trashed_assets: trashedAssets,
    bytes: bytes + trashedBytes + (versionBytes ?? 0),
    folders,
    keys,
  }
}

function wordsOf({ assets, trashed_assets: trashed, bytes, folders, keys }: Amount): string {
  const inTrash = trashed > 0 ? ` and ${formatItems(trashed, 'file')} in the trash` : ''
  return `${formatItems(assets, 'file')}${inTrash}, ${formatBytes(bytes)}, ${formatItems(folders, 'folder')}, ${formatItems(keys, 'key')}`
}
