import { type DefineVerb, describe } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { formatBytes, formatCount, formatItems } from '../../output/quantities.ts'
import type { UsageFacts } from '../../target/target.ts'

/** `stowage usage` */
export const defineUsage: DefineVerb = (perform) =>
  describe('usage', 'Says how many files there are and what they take, with their thumbnails.', [
    ['usage', 'of the store in ./media'],
    ['usage --json', 'for a program'],
  ]).action(perform('usage', showUsage))

async function showUsage(run: Run): Promise<undefined> {
  const target = await run.open('read')
  const usage = await target.usage(run.signal)
  const { output } = run
  output.record(usage)
  output.result(
    `${formatItems(usage.assets, 'file')}, ${formatBytes(usage.bytes)}${trashOf(usage)}${quotaOf(usage)}`,
  )
  const types = Object.entries(usage.by_type ?? {}).filter(([, { assets }]) => assets > 0)
  if (types.length === 0) return
  output.table(
    [
      { head: 'TYPE', text: ([type]) => type },
      { head: 'FILES', text: ([, { assets }]) => formatCount(assets), right: true },
      { head: 'SIZE', text: ([, { bytes }]) => formatBytes(bytes), right: true },
    ],
    types,
  )
}

function trashOf({ trashed_assets, trashed_bytes }: UsageFacts): string {
  if (trashed_assets === 0) return ''
  return `; ${formatItems(trashed_assets, 'file')} in the trash, ${formatBytes(trashed_bytes)}`
}

function quotaOf({ quota }: UsageFacts): string {
  const limits = [
    ...(typeof quota?.assets === 'number' ? [formatItems(quota.assets, 'file')] : []),
    ...(typeof quota?.bytes === 'number' ? [formatBytes(quota.bytes)] : []),
  ]
  return limits.length === 0 ? '' : `; at most ${limits.join(' and ')}`
}
