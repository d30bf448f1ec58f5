import type { AssetVersion } from '@stowage/core'
import { FACT_ENTRIES } from '@stowage/core/internal'
import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { formatAge, formatBytes } from '../../output/quantities.ts'
import { dimensionsOf } from './asset-table.ts'

/** `stowage versions` */
export const defineVersions: DefineVerb = (perform) =>
  describe(
    'versions',
    'Lists the contents that a file had before it was replaced, the last first.',
    [
      ['versions <id>', 'what can be restored, and until when'],
      ['restore-version <id> <version>', 'brings one of them back'],
    ],
  )
    .argument('<id>', 'as "stowage ls" shows it')
    .action(perform('versions', versions))

async function versions(
  run: Run,
  _options: object,
  ...operands: readonly string[]
): Promise<undefined> {
  const { output, signal } = run
  const [id = ''] = operands
  const { store } = await run.openStore('read')
  const found = await store.versions.list(id, { signal })
  for (const version of found) {
    output.record(itemOf(version))
    if (output.quiet) output.result(version.id)
  }
  if (found.length === 0) {
    output.note('It has no earlier content.')
    return
  }
  output.table(
    [
      { head: 'REPLACED', text: ({ replacedAt }) => formatAge(replacedAt) },
      { head: 'KEPT', text: ({ expiresAt }) => `ends ${formatAge(expiresAt)}` },
      { head: 'TYPE', text: ({ mimeType }) => mimeType },
      { head: 'SIZE', text: ({ size }) => formatBytes(size), right: true },
      { head: 'DIMENSIONS', text: dimensionsOf },
      { head: 'VERSION', text: ({ id: version }) => version },
    ],
    found,
  )
}

/** The facts of a content, by their names in the HTTP API. */
const SHOWN = FACT_ENTRIES.filter(([name]) => name !== 'charset')

function itemOf(version: AssetVersion): object {
  return {
    id: version.id,
    asset_id: version.assetId,
    replaced_at: version.replacedAt,
    expires_at: version.expiresAt,
    ...Object.fromEntries(SHOWN.map(([name, { column }]) => [column, version[name]])),
  }
}
