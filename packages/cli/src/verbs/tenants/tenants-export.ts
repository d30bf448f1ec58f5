import { stat } from 'node:fs/promises'
import { exportTenant } from '@stowage/import'
import type { Command } from 'commander'
import { describe, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { refused } from '../../exit/cli-error.ts'
import { printable } from '../../output/printable.ts'
import { formatBytes, formatItems } from '../../output/quantities.ts'
import { allTenants } from '../../target/all-tenants.ts'

/** `stowage tenants export` */
export function exportCommand(perform: Perform): Command {
  return describe('export', 'Writes all files of a tenant, with their records, into one archive.', [
    ['tenants export acme --to acme.tar', 'a tar archive, made anew'],
    ['import --from archive acme.tar --tenant acme', 'stores it again'],
  ])
    .argument('<name>', 'as "stowage tenants list" shows it')
    .requiredOption('--to <file>', 'the archive, which must not be there yet')
    .action(perform('tenants export', exportToFile))
}

async function exportToFile(
  run: Run,
  { to }: { readonly to: string },
  ...operands: readonly string[]
): Promise<undefined> {
  const { output, signal } = run
  const [tenant = ''] = operands
  const { store } = await run.openStore('read')
  const isTaken = await stat(to).then(
    () => true,
    () => false,
  )
  if (isTaken) throw refused(`${to} is there already. Name another file with --to.`)
  let total: number | undefined
  for await (const entry of allTenants(store)) {
    if (entry.tenant === tenant) total = entry.assets + entry.trashedAssets
  }
  if (total === undefined) {
    throw refused(`There is no tenant ${JSON.stringify(tenant)}. "stowage tenants list" names all.`)
  }
  run.howToGoOn('No archive was made. Run the same command again.')
  const bar = run.startProgress({ total })
  const { assets, bytes } = await exportTenant(store, tenant, {
    file: to,
    signal,
    onProgress: (now) => bar.set(now.assets),
  }).finally(() => bar.end())
  output.record({ tenant, file: to, assets, bytes })
  output.result(
    `${output.colours.green('✔')} ${formatItems(assets, 'file')} of ${printable(tenant)} in ${printable(to)} (${formatBytes(bytes)})`,
  )
}
