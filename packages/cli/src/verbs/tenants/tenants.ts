import type { TenantEntry } from '@stowage/core/types'
import { Command } from 'commander'
import { type DefineVerb, describe, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { formatBytes, formatCount } from '../../output/quantities.ts'
import { allTenants } from '../../target/all-tenants.ts'
import { eraseCommand } from './tenants-erase.ts'
import { exportCommand } from './tenants-export.ts'

/** `stowage tenants list|export|erase` */
export const defineTenants: DefineVerb = (perform) =>
  new Command('tenants')
    .description('Tenants of a store: lists, exports and erases them.')
    .addCommand(listCommand(perform))
    .addCommand(exportCommand(perform))
    .addCommand(eraseCommand(perform))

function listCommand(perform: Perform): Command {
  return describe('list', 'Lists the tenants, and what each has.', [
    ['tenants list', 'all that a file was ever stored for'],
    ['tenants list --json', 'for a program'],
  ]).action(perform('tenants list', list))
}

async function list(run: Run): Promise<undefined> {
  const { output, signal } = run
  const { store } = await run.openStore('read')
  const found: TenantEntry[] = []
  for await (const entry of allTenants(store)) {
    signal.throwIfAborted()
    const { tenant, assets, bytes, trashedAssets, trashedBytes } = entry
    output.record({
      tenant,
      assets,
      bytes,
      trashed_assets: trashedAssets,
      trashed_bytes: trashedBytes,
    })
    if (output.quiet) output.result(tenant)
    if (output.json || output.quiet) await output.drained()
    else found.push(entry)
  }
  if (output.json || output.quiet) return
  if (found.length === 0) {
    output.note('No file was ever stored here.')
    return
  }
  output.table(
    [
      { head: 'TENANT', text: ({ tenant }) => tenant },
      { head: 'FILES', text: ({ assets }) => formatCount(assets), right: true },
      { head: 'SIZE', text: ({ bytes }) => formatBytes(bytes), right: true },
      { head: 'IN TRASH', text: ({ trashedAssets }) => formatCount(trashedAssets), right: true },
    ],
    found,
  )
}
