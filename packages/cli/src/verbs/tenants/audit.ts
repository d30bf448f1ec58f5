import type { StoreEventType } from '@stowage/core'
import type { AuditEntry, AuditFilter } from '@stowage/core/types'
import { type DefineVerb, describe } from '../../command/define.ts'
import { listItems } from '../../command/list-items.ts'
import type { Run } from '../../command/run.ts'
import { readSince, readUntil } from '../../options/moment.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { subjectIdOf, subjectOf } from './audit-subject.ts'

interface AuditVerbOptions {
  readonly asset?: string
  readonly actor?: string
  readonly action?: string
  readonly since?: Date
  readonly until?: Date
  readonly limit?: number
  readonly all?: boolean
}

/** `stowage audit` */
export const defineAudit: DefineVerb = (perform) =>
  describe('audit', 'Says who did what, the newest first, where the store keeps that.', [
    ['audit --asset <id>', 'all that was done to a file, also to one that is gone'],
    ['audit --action asset.purged --since 7d', 'what was deleted for good this week'],
    ['audit --actor none --limit 20', 'what the app itself did, and sweeps'],
    [
      'audit --json --since 2026-01-01 --until 2026-01-31 > january.jsonl',
      'every entry of a month',
    ],
    ['audit -q --action asset.trashed --since 1h | stowage restore -', 'takes it back'],
  ])
    .option('--asset <id>', 'what was done to this file')
    .option('--actor <id>', 'what this key or user did; "none": the app itself, or a sweep')
    .option('--action <action>', 'such as asset.trashed or key.created')
    .option('--since <when>', 'from this day or time on; 7d: of the last 7 days', readSince)
    .option('--until <when>', 'up to this day, which belongs to it, or before this time', readUntil)
    .option(
      '--limit <count>',
      'at most so many (default: 100; all with --json and --quiet)',
      wholeNumber(1, 1e9),
    )
    .option('--all', 'without a limit')
    .action(perform('audit', audit))

async function audit(run: Run, options: AuditVerbOptions): Promise<undefined> {
  const { store } = await run.openStore('read')
  const entries = store.admin.audit.iterate({ ...filterOf(options), signal: run.signal })
  const shown = await listItems(run, entries, {
    options,
    first: 'newest',
    none: 'There is no such entry. A store keeps who did what with the option audit.',
    recordOf: itemOf,
    idOf: ({ assetId }) => assetId,
  })
  if (shown.length > 0) table(run, shown)
}

function table({ output }: Run, entries: readonly AuditEntry[]): void {
  output.table(
    [
      { head: 'AT', text: ({ at }) => `${at.slice(0, 19)}Z` },
      { head: 'ACTOR', text: ({ actor }) => actor ?? '' },
      { head: 'ACTION', text: ({ action }) => action },
      { head: 'WHAT', text: subjectOf, atMost: 60 },
      { head: 'ID', text: subjectIdOf },
    ],
    entries,
  )
}

function filterOf({ asset, actor, action, since, until }: AuditVerbOptions): AuditFilter {
  return {
    ...(asset !== undefined && { assetId: asset }),
    ...(actor !== undefined && { actor: actor === 'none' ? null : actor }),
    // The store refuses unknown actions.
    ...(action !== undefined && { action: action as StoreEventType }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
  }
}

function itemOf({ number, at, actor, action, tenant, assetId, detail }: AuditEntry): object {
  return { number, at, actor, action, tenant, asset_id: assetId, detail }
}
