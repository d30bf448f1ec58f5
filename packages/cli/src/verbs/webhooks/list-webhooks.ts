import type { DeliveryState } from '@stowage/core/types'
import { type Command, Option } from 'commander'
import { describe, type Perform } from '../../command/define.ts'
import { listItems } from '../../command/list-items.ts'
import type { Run } from '../../command/run.ts'
import { wholeNumber } from '../../options/whole-number.ts'
import { formatAge, formatCount } from '../../output/quantities.ts'
import { DELIVERY_STATES, type WebhookItem } from '../../target/webhooks/webhooks-target.ts'
import { openWebhooks } from './open-webhooks.ts'

/** `stowage webhooks ls` */
export function listCommand(perform: Perform): Command {
  return describe('ls', 'Lists the webhooks, without their secrets.', [
    ['webhooks ls', 'those of the tenant'],
  ]).action(perform('webhooks ls', list))
}

/** `stowage webhooks deliveries` */
export function deliveriesCommand(perform: Perform): Command {
  return describe('deliveries', 'Lists what was sent to a webhook or waits for it, newest first.', [
    ['webhooks deliveries 01a22e18-dfa5-71c5-a476-3faf6e08a046 --state dead', 'what was given up'],
  ])
    .argument('<id>', 'as "stowage webhooks ls" shows it')
    .addOption(
      new Option('--state <state>', DELIVERY_STATES.join(', ')).choices([...DELIVERY_STATES]),
    )
    .option(
      '--limit <count>',
      'at most so many (default: 100; all with --json and --quiet)',
      wholeNumber(1, 1e9),
    )
    .option('--all', 'without a limit')
    .action(perform('webhooks deliveries', listDeliveries))
}

async function list(run: Run): Promise<undefined> {
  const { output, signal } = run
  const { webhooks } = await openWebhooks(run, 'read')
  const shown: WebhookItem[] = []
  for await (const webhook of webhooks.list(signal)) {
    output.record(webhook)
    if (output.quiet) output.result(webhook.id)
    shown.push(webhook)
  }
  if (shown.length === 0) {
    output.note('There is no webhook. Add one: stowage webhooks add <url>')
    return
  }
  output.table(
    [
      { head: 'URL', text: ({ url }) => url, atMost: 60 },
      { head: 'TYPES', text: ({ types }) => types?.join(', ') ?? 'all', atMost: 40 },
      { head: 'STATE', text: ({ state }) => state },
      { head: 'FAILURES', text: ({ failures }) => formatCount(failures) },
      { head: 'ID', text: ({ id }) => id },
    ],
    shown,
  )
}

interface DeliveriesOptions {
  readonly state?: DeliveryState
  readonly limit?: number
  readonly all?: boolean
}

async function listDeliveries(run: Run, options: DeliveriesOptions, id = ''): Promise<undefined> {
  const { webhooks } = await openWebhooks(run, 'read')
  const deliveries = webhooks.deliveries(id, options.state, run.signal)
  const shown = await listItems(run, deliveries, {
    options,
    first: 'newest',
    none: 'There is no such delivery. They are kept for 30 days.',
    recordOf: (delivery) => delivery,
    idOf: (delivery) => delivery.id,
  })
  if (shown.length === 0) return
  run.output.table(
    [
      { head: 'TYPE', text: ({ event_type: type }) => type },
      { head: 'STATE', text: ({ state }) => state },
      { head: 'ATTEMPTS', text: ({ attempts }) => formatCount(attempts) },
      { head: 'STATUS', text: ({ status }) => (status === null ? '' : String(status)) },
      { head: 'CREATED', text: ({ created_at: at }) => formatAge(at) },
      { head: 'ANSWER', text: ({ answer }) => answer ?? '', atMost: 60 },
      { head: 'ID', text: (delivery) => delivery.id },
    ],
    shown,
  )
}
