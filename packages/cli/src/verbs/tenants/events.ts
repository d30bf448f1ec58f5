import type { FeedEvent, StoreEventType } from '@stowage/core'
import { type DefineVerb, describe } from '../../command/define.ts'
import { listItems } from '../../command/list-items.ts'
import type { Run } from '../../command/run.ts'
import { several } from '../../options/filter-value.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { type Column, tableLines } from '../../output/table.ts'
import { subjectOf } from './audit-subject.ts'

interface EventsVerbOptions {
  readonly type?: readonly string[]
  readonly asset?: string
  readonly after?: string
  readonly follow?: boolean
  readonly limit?: number
  readonly all?: boolean
}

/** Events that the store is asked for at a time. */
const AT_ONCE = 500

/** `stowage events` */
export const defineEvents: DefineVerb = (perform) =>
  describe('events', 'Says what happened, the oldest first: the change feed of the store.', [
    ['events --asset <id>', 'what happened to a file, also to one that is gone'],
    ['events --follow', 'what happens from now on, in any process, until Ctrl-C'],
    ['events --follow --json --type asset.created,asset.purged', 'for another program'],
    ['events --json --after <id> > news.jsonl', 'what came after this event'],
  ])
    .option('--type <event>', 'such as asset.created; several with commas', several)
    .option('--asset <id>', 'what happened to this file')
    .option('--after <id>', 'what came after the event with this id')
    .option('--follow', 'from now on, or from --after on, until Ctrl-C')
    .option(
      '--limit <count>',
      'at most so many (default: 100; all with --follow, --json and --quiet)',
      wholeNumber(1, 1e9),
    )
    .option('--all', 'without a limit')
    .action(perform('events', events))

async function events(run: Run, options: EventsVerbOptions): Promise<undefined> {
  const { output } = run
  const { store } = await run.openStore('read')
  const follows = options.follow === true
  if (follows) output.say(lineOf(null))
  const shown = await listItems(run, eventsOf(run, store.events, options), {
    options,
    first: 'oldest',
    none: 'There is no such event. A store forgets them after 30 days.',
    recordOf: itemOf,
    idOf: ({ assetId }) => assetId,
    ...(follows && { follow: (event) => output.say(lineOf(event)) }),
  })
  if (shown.length > 0) output.table(COLUMNS, shown)
}

type Feed = Awaited<ReturnType<Run['openStore']>>['store']['events']

async function* eventsOf(
  { signal }: Run,
  feed: Feed,
  { type, asset, after, follow }: EventsVerbOptions,
): AsyncGenerator<FeedEvent, void, undefined> {
  const filter = {
    signal,
    // The store refuses unknown types.
    ...(type !== undefined && { types: type as readonly StoreEventType[] }),
    ...(asset !== undefined && { assetId: asset }),
  }
  if (follow === true) {
    yield* feed.follow({ ...filter, ...(after !== undefined && { after }) })
    return
  }
  let cursor = after ?? null
  while (true) {
    const page = await feed.since(cursor, { ...filter, limit: AT_ONCE })
    yield* page.events
    if (!page.more) return
    cursor = page.next
  }
}

const ID_LENGTH = 36
const TYPE_LENGTH = 'owner.detached'.length

/** As wide in each line as in the others, whose events are not known yet. */
const COLUMNS: readonly Column<FeedEvent>[] = [
  { head: 'AT                  ', text: ({ at }) => `${at.slice(0, 19)}Z` },
  { head: 'TYPE'.padEnd(TYPE_LENGTH), text: ({ type }) => type },
  { head: 'ID'.padEnd(ID_LENGTH), text: idOf },
  { head: 'WHAT', text: whatOf, atMost: 60 },
]

/** The line of one event, or the heading. */
function lineOf(event: FeedEvent | null): string {
  const [head = '', line = ''] = tableLines(COLUMNS, event === null ? [] : [event])
  return event === null ? head : line
}

/** What an event is about, for people; empty once it was deleted for good. */
function whatOf({ data, actor }: FeedEvent): string {
  const { asset, folder, key, ...rest } = Object(data) as Readonly<Record<string, unknown>>
  const { name } = Object(asset ?? folder ?? key) as { readonly name?: unknown }
  const what = subjectOf({ detail: { ...rest, name } as Parameters<typeof subjectOf>[0]['detail'] })
  return [what, ...(actor === null ? [] : [`by ${actor}`])].filter((text) => text !== '').join(' ')
}

function idOf({ assetId, data }: FeedEvent): string {
  const { folder, key, ticket } = Object(data) as Readonly<Record<string, unknown>>
  const { id } = Object(folder ?? key ?? ticket) as { readonly id?: unknown }
  return assetId ?? (typeof id === 'string' ? id : '')
}

function itemOf({ id, type, at, tenant, assetId, actor, data }: FeedEvent): object {
  return { id, type, at, tenant, asset_id: assetId, actor, data }
}
