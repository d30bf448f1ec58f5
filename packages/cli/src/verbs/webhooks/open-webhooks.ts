import { isStowageError } from '@stowage/core'
import type { Command } from 'commander'
import type { Run } from '../../command/run.ts'
import { usageError } from '../../exit/cli-error.ts'
import { knownSigningOf, SECRET_VARIABLE } from '../../serve/signing-secret.ts'
import { loadPackage } from '../../target/optional-package.ts'
import type { Target } from '../../target/target.ts'
import { localWebhooks } from '../../target/webhooks/local-webhooks.ts'
import { serverWebhooks } from '../../target/webhooks/server-webhooks.ts'
import type { WebhooksTarget } from '../../target/webhooks/webhooks-target.ts'

/** Whom this command may call. The app has rules of its own for what it sends. */
export interface RuleOptions {
  readonly allowHttp?: boolean
  readonly network?: string[]
  readonly ports?: number[]
}

/** Adds the rules to a command. */
export function withRules(command: Command): Command {
  return command
    .option('--allow-http', 'also URLs of http')
    .option('--network <networks>', 'also addresses in these networks: 10.1.0.0/16', listOf)
    .option('--ports <ports>', 'these ports (default: 443)', (text) => listOf(text).map(Number))
}

/** Values of an option, separated by commas. */
export function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/** Opens the webhooks of the service, or of the store with `@stowage/webhooks`. */
export async function openWebhooks(
  run: Run,
  access: 'read' | 'change',
  rules: RuleOptions = {},
): Promise<{ readonly webhooks: WebhooksTarget; readonly target: Target }> {
  const { location } = run
  if (location.kind === 'server') {
    if (hasRules(rules)) {
      throw usageError(
        '--allow-http, --network and --ports are for a store that this command opens itself. A service has its own rules.',
      )
    }
    const target = await run.open(access)
    if (target.kind === 'server') return { webhooks: serverWebhooks(target.client), target }
  }
  return openLocal(run, access, rules)
}

async function openLocal(
  run: Run,
  access: 'read' | 'change',
  { allowHttp = false, network, ports }: RuleOptions,
): ReturnType<typeof openWebhooks> {
  const { webhooks } = await loadPackage(
    '@stowage/webhooks',
    `stowage ${run.verb}`,
    () => import('@stowage/webhooks'),
  )
  const signing = await knownSigningOf(run.localLocation(), run.io.env[SECRET_VARIABLE])
  const sender = () =>
    webhooks({
      allowHttp,
      ...(network !== undefined && { allowedNetworks: network }),
      ...(ports !== undefined && { ports }),
    })
  try {
    const target = await run.openStore(access, { signing, webhooks: sender() })
    return { webhooks: localWebhooks(target.store.webhooks), target }
  } catch (error) {
    if (!isStowageError(error, 'invalid_argument')) throw error
    throw usageError(error.message)
  }
}

function hasRules({ allowHttp, network, ports }: RuleOptions): boolean {
  return allowHttp !== undefined || network !== undefined || ports !== undefined
}
