import { type Command, InvalidArgumentError } from 'commander'
import { describe, type Perform } from '../../command/define.ts'
import { EXAMPLE_ID, forEachId } from '../../command/for-each-id.ts'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { type FilterOptions, filterOf, hasFilter, withFilters } from '../../options/filters.ts'
import type { Output } from '../../output/output.ts'
import { formatItems } from '../../output/quantities.ts'
import { folderIdOf } from '../../target/folder-id.ts'
import type { Target } from '../../target/target.ts'
import type {
  WebhookSettingsGiven,
  WebhookWithSecret,
} from '../../target/webhooks/webhooks-target.ts'
import { listOf, openWebhooks, type RuleOptions, withRules } from './open-webhooks.ts'

/** What is sent: the types of events, and the assets. */
interface SettingOptions extends FilterOptions, RuleOptions {
  readonly types?: readonly string[] | 'all'
}

interface UpdateOptions extends SettingOptions {
  readonly to?: string
  readonly enable?: true
  readonly disable?: true
  /** `false` with `--no-filter`. */
  readonly filter: boolean
}

/** `stowage webhooks add` */
export function addCommand(perform: Perform): Command {
  const command = describe('add', 'Adds a webhook. Its secret is shown once.', [
    ['webhooks add https://example.com/hook', 'sends every event'],
    ['webhooks add https://example.com/hook --types asset.created,asset.purged', 'of some'],
    ['webhooks add https://example.com/hook --type image --tag press', 'of these files alone'],
  ]).argument('<url>', 'what gets the messages')
  return withSettings(command, ' (default: all)').action(perform('webhooks add', add))
}

/** `stowage webhooks update` */
export function updateCommand(perform: Perform): Command {
  const command = describe('update', 'Changes a webhook, pauses it, or lets it go on.', [
    [`webhooks update ${EXAMPLE_ID} --enable`, 'goes on where it stopped'],
    [`webhooks update ${EXAMPLE_ID} --to https://example.com/new`, 'another receiver'],
  ])
    .argument('<id>', 'as "stowage webhooks ls" shows it')
    .option('--to <url>', 'what gets the messages')
    .option('--enable', 'it gets events again')
    .option('--disable', 'it gets none until it is enabled')
    .option('--no-filter', 'sends events of all files')
  return withSettings(command, '').action(perform('webhooks update', update))
}

/** `stowage webhooks rotate` */
export function rotateCommand(perform: Perform): Command {
  return describe('rotate', 'Gives a webhook a new secret. For 24 hours the old one signs too.', [
    [`webhooks rotate ${EXAMPLE_ID}`, 'the new secret is shown once'],
  ])
    .argument('<id>', 'as "stowage webhooks ls" shows it')
    .action(perform('webhooks rotate', rotate))
}

/** `stowage webhooks rm` */
export function removeCommand(perform: Perform): Command {
  return describe('rm', 'Deletes webhooks with what waits for them.', [
    [`webhooks rm ${EXAMPLE_ID}`, 'asks first'],
  ])
    .argument('<ids...>', 'ids, as "stowage webhooks ls" shows them')
    .option('-y, --yes', 'does not ask')
    .action(perform('webhooks rm', remove))
}

function withSettings(command: Command, otherwise: string): Command {
  command.option('--types <list>', `of events, or "all"${otherwise}`, readTypes)
  return withRules(withFilters(command))
}

function readTypes(text: string): readonly string[] | 'all' {
  const types = listOf(text)
  if (!types.includes('all')) return types
  if (types.length === 1) return 'all'
  throw new InvalidArgumentError('"all" stands alone.')
}

async function add(run: Run, options: SettingOptions, url = ''): Promise<undefined> {
  const { webhooks, target } = await openWebhooks(run, 'change', rulesOf(options))
  const settings = await settingsOf(options, target, run.signal)
  printSecret(run.output, await webhooks.create({ url, ...settings }, run.signal))
}

async function update(run: Run, options: UpdateOptions, id = ''): Promise<undefined> {
  const { output, signal } = run
  const { to: url, enable, disable, filter } = options
  if (enable && disable) throw usageError('Give --enable or --disable, not both.')
  if (!filter && hasFilter(options)) throw usageError('Give --no-filter, or filters, not both.')
  const { webhooks, target } = await openWebhooks(run, 'change', rulesOf(options))
  const changes = {
    ...(url !== undefined && { url }),
    ...(enable && { enabled: true }),
    ...(disable && { enabled: false }),
    ...(!filter && { filter: null }),
    ...(await settingsOf(options, target, signal)),
  }
  if (Object.keys(changes).length === 0) {
    throw usageError('Say what to change: --to, --types, a filter, --enable or --disable.')
  }
  const webhook = await webhooks.update(id, changes, signal)
  output.record(webhook)
  output.result(`${output.colours.green('✔')} ${id} is changed. It is ${webhook.state}.`)
}

async function rotate(run: Run, _: object, id = ''): Promise<undefined> {
  const { webhooks } = await openWebhooks(run, 'change')
  printSecret(run.output, await webhooks.rotate(id, run.signal))
}

async function remove(
  run: Run,
  options: { readonly yes?: boolean },
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const ids = [...new Set(operands.flat())]
  const question = `Delete ${formatItems(ids.length, 'webhook')}? What waits for them is never sent.`
  if (options.yes !== true && !(await run.confirm(question))) return EXIT.refused
  const { webhooks } = await openWebhooks(run, 'change')
  return forEachId(run, ids, {
    did: 'deleted',
    words: 'is deleted',
    change: (id) => webhooks.delete(id, run.signal),
  })
}

/** Which rules are given, without the other options. */
function rulesOf({ allowHttp, network, ports }: RuleOptions): RuleOptions {
  return {
    ...(allowHttp !== undefined && { allowHttp }),
    ...(network !== undefined && { network }),
    ...(ports !== undefined && { ports }),
  }
}

async function settingsOf(
  options: SettingOptions,
  target: Target,
  signal: AbortSignal,
): Promise<Pick<WebhookSettingsGiven, 'types' | 'filter'>> {
  const { types } = options
  const idOf = (path: string) => folderIdOf(target, path, signal)
  return {
    ...(types !== undefined && { types: types === 'all' ? null : types }),
    ...(hasFilter(options) && { filter: await filterOf(options, idOf) }),
  }
}

function printSecret(output: Output, { webhook, secret }: WebhookWithSecret): void {
  output.record({ ...webhook, secret })
  output.result(secret)
  output.note('It is shown only now. The receiver checks signatures with it.')
}
