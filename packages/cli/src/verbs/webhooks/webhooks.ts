import type { StoreEventType } from '@stowage/core'
import { Command } from 'commander'
import { type DefineVerb, describe, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { isUnreachable, wordsOf } from '../../exit/explain-error.ts'
import { readSince } from '../../options/moment.ts'
import { formatItems } from '../../output/quantities.ts'
import { deliveriesCommand, listCommand } from './list-webhooks.ts'
import { itemOfWebhook, openWebhooks, type RuleOptions } from './open-webhooks.ts'

const ID = '01a22e18-dfa5-71c5-a476-3faf6e08a046'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** `stowage webhooks ls|add|rm|ping|replay|deliveries` */
export const defineWebhooks: DefineVerb = (perform) =>
  new Command('webhooks')
    .description(
      'URLs that are told of what happens: adds and removes them, and shows what was sent.',
    )
    .addCommand(listCommand(perform))
    .addCommand(addCommand(perform))
    .addCommand(removeCommand(perform))
    .addCommand(pingCommand(perform))
    .addCommand(replayCommand(perform))
    .addCommand(deliveriesCommand(perform))

function addCommand(perform: Perform): Command {
  const command = describe('add', 'Adds a webhook. Its secret is shown once.', [
    ['webhooks add https://example.com/hook', 'told of everything'],
    ['webhooks add https://example.com/hook --types asset.created,asset.purged', 'of some'],
  ])
    .argument('<url>', 'what gets the messages')
    .option('--types <list>', 'of events (default: all)', listOf)
  return withRules(command).action(perform('webhooks add', add))
}

function removeCommand(perform: Perform): Command {
  return describe('rm', 'Deletes webhooks with what waits for them.', [
    [`webhooks rm ${ID}`, 'asks first'],
  ])
    .argument('<ids...>', 'ids, as "stowage webhooks ls" shows them')
    .option('-y, --yes', 'does not ask')
    .action(perform('webhooks rm', remove))
}

function pingCommand(perform: Perform): Command {
  const command = describe('ping', 'Sends one message of the type ping, and says the answer.', [
    [`webhooks ping ${ID}`, 'whether the receiver accepts it'],
  ]).argument('<id>', 'as "stowage webhooks ls" shows it')
  return withRules(command).action(perform('webhooks ping', ping))
}

function replayCommand(perform: Perform): Command {
  return describe('replay', 'Sends events again, as far as they are kept.', [
    [`webhooks replay ${ID} --since 2h`, 'those of the last two hours'],
  ])
    .argument('<id>', 'as "stowage webhooks ls" shows it')
    .requiredOption(
      '--since <when>',
      'a day such as 2026-12-31, a time, or 7d, 12h; or the id of the event before the first',
      (text) => (UUID.test(text) ? text : readSince(text)),
    )
    .action(perform('webhooks replay', replay))
}

function withRules(command: Command): Command {
  return command
    .option('--allow-http', 'also URLs of http')
    .option('--network <networks>', 'also addresses in these networks: 10.1.0.0/16', listOf)
    .option('--ports <ports>', 'these ports (default: 443)', (text) => listOf(text).map(Number))
}

interface AddOptions extends RuleOptions {
  readonly types?: string[]
}

async function add(run: Run, options: AddOptions, url = ''): Promise<undefined> {
  const { output, signal } = run
  const webhooks = await openWebhooks(run, 'change', options)
  // The store refuses unknown types.
  const types = options.types as readonly StoreEventType[] | undefined
  const { webhook, secret } = await webhooks.create({
    url,
    signal,
    ...(types !== undefined && { types }),
  })
  output.record({ ...itemOfWebhook(webhook), secret })
  output.result(secret)
  output.note('It is shown only now. The receiver checks signatures with it.')
}

async function remove(
  run: Run,
  options: { readonly yes?: boolean },
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const ids = [...new Set(operands.flat())]
  const question = `Delete ${formatItems(ids.length, 'webhook')}? What waits for them is never sent.`
  if (options.yes !== true && !(await run.confirm(question))) return EXIT.refused
  const webhooks = await openWebhooks(run, 'change')
  let exitCode: ExitCode | undefined
  for (const id of ids) {
    try {
      await webhooks.delete(id, { signal })
      output.record({ id, deleted: true })
      output.result(`${output.colours.green('✔')} ${id} is deleted.`)
    } catch (error) {
      if (signal.aborted || isUnreachable(error)) throw error
      output.error(`${id}: ${wordsOf(error)}`, { id })
      exitCode = EXIT.refused
    }
  }
  return exitCode
}

async function ping(run: Run, options: RuleOptions, id = ''): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const webhooks = await openWebhooks(run, 'read', options)
  const { status, text } = await webhooks.ping(id, { signal })
  const isAccepted = status !== null && status >= 200 && status < 300
  output.record({ id, accepted: isAccepted, status, answer: text })
  if (isAccepted) {
    output.result(`${output.colours.green('✔')} ${id} answered ${status}.`)
    return EXIT.done
  }
  const answer = status === null ? text : `it answered ${status}. ${text}`
  output.error(`${id}: ${answer}`, { id })
  return EXIT.refused
}

interface ReplayOptions {
  readonly since: string | Date
}

async function replay(run: Run, { since }: ReplayOptions, id = ''): Promise<undefined> {
  const { output, signal } = run
  const webhooks = await openWebhooks(run, 'change')
  const webhook = await webhooks.replay(id, since, { signal })
  output.record(itemOfWebhook(webhook))
  output.result(`${output.colours.green('✔')} ${id} gets them again.`)
  if (webhook.state !== 'enabled') output.note(`It is ${webhook.state}: once it is enabled.`)
}

function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}
