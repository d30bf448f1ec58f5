import type { Command } from 'commander'
import { describe, type Perform } from '../../command/define.ts'
import { EXAMPLE_ID, forEachId } from '../../command/for-each-id.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { readSince } from '../../options/moment.ts'
import { isUuid } from '../../target/answered.ts'
import { readIds } from '../assets/read-ids.ts'
import { openWebhooks, type RuleOptions, withRules } from './open-webhooks.ts'

/** `stowage webhooks ping` */
export function pingCommand(perform: Perform): Command {
  const command = describe('ping', 'Sends one message of the type ping, and says the answer.', [
    [`webhooks ping ${EXAMPLE_ID}`, 'whether the receiver accepts it'],
  ]).argument('<id>', 'as "stowage webhooks ls" shows it')
  return withRules(command).action(perform('webhooks ping', ping))
}

/** `stowage webhooks replay` */
export function replayCommand(perform: Perform): Command {
  return describe('replay', 'Sends events again, as far as they are kept.', [
    [`webhooks replay ${EXAMPLE_ID} --since 2h`, 'those of the last two hours'],
  ])
    .argument('<id>', 'as "stowage webhooks ls" shows it')
    .requiredOption(
      '--since <when>',
      'a day such as 2026-12-31, a time, or 7d, 12h; or the id of the event before the first',
      (text) => (isUuid(text) ? text : readSince(text)),
    )
    .action(perform('webhooks replay', replay))
}

/** `stowage webhooks retry` */
export function retryCommand(perform: Perform): Command {
  return describe('retry', 'Tries deliveries again, now, with all their attempts.', [
    [`webhooks retry ${EXAMPLE_ID} -`, 'those whose ids come on stdin'],
  ])
    .argument('<id>', 'of the webhook, as "stowage webhooks ls" shows it')
    .argument(
      '<deliveries...>',
      'ids, as "stowage webhooks deliveries" shows them; - for those on stdin',
    )
    .action(perform('webhooks retry', retry))
}

async function ping(run: Run, options: RuleOptions, id = ''): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const { webhooks } = await openWebhooks(run, 'read', options)
  const { status, answer } = await webhooks.ping(id, signal)
  const isAccepted = status !== null && status >= 200 && status < 300
  output.record({ id, accepted: isAccepted, status, answer })
  if (isAccepted) {
    output.result(`${output.colours.green('✔')} ${id} answered ${status}.`)
    return EXIT.done
  }
  const said = status === null ? answer : `it answered ${status}. ${answer}`
  output.error(`${id}: ${said}`, { id })
  return EXIT.refused
}

interface ReplayOptions {
  readonly since: string | Date
}

async function replay(run: Run, { since }: ReplayOptions, id = ''): Promise<undefined> {
  const { output, signal } = run
  const { webhooks } = await openWebhooks(run, 'change')
  const webhook = await webhooks.replay(id, since, signal)
  output.record(webhook)
  output.result(`${output.colours.green('✔')} ${id} gets them again.`)
  if (webhook.state !== 'enabled') output.note(`It is ${webhook.state}: once it is enabled.`)
}

async function retry(
  run: Run,
  _: object,
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const [id = '', ...deliveries] = operands.flat()
  const ids = await readIds(deliveries, run.io.stdin)
  const { webhooks } = await openWebhooks(run, 'change')
  return forEachId(run, ids, {
    did: 'retried',
    words: 'is sent again',
    change: (delivery) => webhooks.retry(id, delivery, run.signal),
  })
}
