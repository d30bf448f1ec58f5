import { PERMISSIONS } from '@stowage/core/internal'
import { Command, InvalidArgumentError } from 'commander'
import { type DefineVerb, describe, type Perform } from '../../command/define.ts'
import type { Run } from '../../command/run.ts'
import { EXIT, type ExitCode } from '../../exit/exit-codes.ts'
import { isUnreachable, wordsOf } from '../../exit/explain-error.ts'
import { readExpiry } from '../../options/expiry.ts'
import { printable } from '../../output/printable.ts'
import { formatAge, formatItems } from '../../output/quantities.ts'
import type { KeyItem, KeysTarget } from '../../target/target.ts'

interface CreateOptions {
  readonly permissions?: string[]
  readonly expires?: Date
}

/** `stowage keys create|list|revoke` */
export const defineKeys: DefineVerb = (perform) =>
  new Command('keys')
    .description('API keys of a store: makes, lists and revokes them.')
    .addCommand(createCommand(perform))
    .addCommand(listCommand(perform))
    .addCommand(revokeCommand(perform))

function createCommand(perform: Perform): Command {
  return describe('create', 'Makes a key. It is shown once.', [
    ['keys create website', 'may read, upload, trash and delete'],
    ['keys create reader --permissions read', 'may only read'],
    ['keys create agency --expires 90d', 'ends by itself'],
    ['keys create backup -q > key.txt', 'the key alone'],
  ])
    .argument('<name>', 'what the key is for')
    .option(
      '--permissions <list>',
      'of read, write, delete, manage (default: the first three)',
      permissionsOf,
    )
    .option(
      '--expires <when>',
      'a day such as 2026-12-31, or a time from now such as 90d or 12h',
      readExpiry,
    )
    .action(perform('keys create', create))
}

function listCommand(perform: Perform): Command {
  return describe('list', 'Lists the keys, without their secrets.', [
    ['keys list', 'those of the tenant'],
    ['keys list --json', 'for a program'],
  ]).action(perform('keys list', list))
}

function revokeCommand(perform: Perform): Command {
  return describe('revoke', 'Ends keys at once and for ever.', [
    ['keys revoke 4fQ2xY7aB1cD', 'asks first'],
    ['keys revoke 4fQ2xY7aB1cD --yes', 'does not ask'],
  ])
    .argument('<ids...>', 'ids, as "stowage keys list" shows them')
    .option('-y, --yes', 'does not ask')
    .option('-n, --dry-run', 'only says which would be revoked')
    .action(perform('keys revoke', revoke))
}

async function create(run: Run, options: CreateOptions, name = ''): Promise<undefined> {
  const { output, signal } = run
  const { permissions, expires } = options
  const { keys } = await run.open('create')
  const { key, token } = await keys.create(
    {
      name,
      ...(permissions !== undefined && { permissions }),
      ...(expires !== undefined && { expiresAt: expires }),
    },
    signal,
  )
  output.record({ ...key, token })
  output.result(token)
  output.note('It is shown only now: keep it where secrets are kept.')
}

async function list(run: Run): Promise<undefined> {
  const { output, signal } = run
  const keys = await (await run.open('read')).keys.list(signal)
  for (const key of keys) {
    output.record(key)
    if (output.quiet) output.result(key.id)
  }
  if (keys.length === 0) {
    output.note('There is no key. Make one: stowage keys create <name>')
    return
  }
  output.table(
    [
      { head: 'NAME', text: ({ name }) => name, atMost: 40 },
      { head: 'ID', text: ({ id }) => id },
      { head: 'MAY', text: ({ permissions }) => permissions.join(', ') },
      { head: 'CREATED', text: ({ created_at }) => formatAge(created_at) },
      {
        head: 'LAST USED',
        text: ({ last_used_at: at }) => (at === null ? 'never' : formatAge(at)),
      },
      { head: 'STATE', text: stateOf },
    ],
    keys,
  )
}

async function revoke(
  run: Run,
  options: { readonly yes?: boolean; readonly dryRun?: boolean },
  ...operands: readonly string[]
): Promise<ExitCode | undefined> {
  const { output, signal } = run
  const ids = [...new Set(operands.flat())]
  const { keys } = await run.open(options.dryRun === true ? 'read' : 'change')
  const known = new Map((await keys.list(signal)).map((key) => [key.id, key]))
  const found = ids.flatMap((id) => known.get(id) ?? [])
  for (const id of ids) if (!known.has(id)) output.error(`There is no key ${id}.`, { id })
  const names = printable(found.map(({ name }) => JSON.stringify(name)).join(', '))
  const exitCode = found.length < ids.length ? EXIT.refused : undefined
  if (options.dryRun === true) {
    for (const key of found) output.record(key)
    if (found.length > 0)
      output.result(`Would revoke ${formatItems(found.length, 'key')}: ${names}.`)
    return exitCode
  }
  if (found.length === 0) return exitCode
  const question = `Revoke ${formatItems(found.length, 'key')}: ${names}? This cannot be undone.`
  if (options.yes !== true && !(await run.confirm(question))) return EXIT.refused
  return (await revokeAll(run, keys, found)) ? exitCode : EXIT.refused
}

async function revokeAll(
  { output, signal }: Run,
  keys: KeysTarget,
  found: readonly KeyItem[],
): Promise<boolean> {
  let all = true
  for (const { id } of found) {
    try {
      await keys.revoke(id, signal)
      output.record({ id, revoked: true })
      output.result(`${output.colours.green('✔')} ${id} is revoked.`)
    } catch (error) {
      if (isUnreachable(error)) throw error
      output.error(`${id}: ${wordsOf(error)}`, { id })
      all = false
    }
  }
  return all
}

function stateOf({ revoked_at, expires_at }: KeyItem): string {
  if (revoked_at !== null) return 'revoked'
  if (expires_at === null) return 'valid'
  return Date.parse(expires_at) > Date.now() ? `ends ${formatAge(expires_at)}` : 'expired'
}

function permissionsOf(text: string): string[] {
  const asked = text.split(',').map((part) => part.trim())
  const known: readonly string[] = PERMISSIONS
  const unknown = asked.find((one) => !known.includes(one))
  if (unknown === undefined) return asked
  throw new InvalidArgumentError(
    `There is no permission ${JSON.stringify(unknown)}. There are ${known.join(', ')}.`,
  )
}
