import { isStowageError } from '@stowage/core'
import type { WebhookSender } from '@stowage/core/types'
import type { Command } from 'commander'
import { unreachable, usageError } from '../exit/cli-error.ts'
import { isMissing } from '../target/optional-package.ts'
import { SECRET_VARIABLE } from './signing-secret.ts'

/** Which webhooks a service sends. */
export interface SendOptions {
  /** `false` with `--no-webhooks`. */
  readonly webhooks: boolean
  readonly webhookHttp?: true
  readonly webhookNetworks?: string[]
  readonly webhookPorts?: number[]
}

/** Adds the options to a command. */
export function withWebhooks(command: Command): Command {
  return command
    .option('--no-webhooks', 'sends none; with --base-url it sends those that are added')
    .option('--webhook-http', 'webhooks may also be URLs of http')
    .option(
      '--webhook-networks <networks>',
      'webhooks may also be at addresses in these networks: 10.1.0.0/16',
      listOf,
    )
    .option('--webhook-ports <ports>', 'webhooks may have these ports (default: 443)', (text) =>
      listOf(text).map(Number),
    )
}

/**
 * What sends the webhooks of a service; `undefined`: it sends none, because that is wanted or something is missing.
 * `note` gets what is missing. Refuses rules for what is not sent.
 */
export async function senderOf(
  options: SendOptions,
  has: { readonly baseUrl: boolean; readonly signing: boolean },
  note: (text: string) => void,
): Promise<WebhookSender | undefined> {
  const { webhooks: wanted, webhookHttp = false, webhookNetworks, webhookPorts } = options
  const isRuled = webhookHttp || webhookNetworks !== undefined || webhookPorts !== undefined
  if (isRuled && !(wanted && has.baseUrl)) {
    throw usageError(
      '--webhook-http, --webhook-networks and --webhook-ports are for webhooks that are sent: give --base-url, and leave --no-webhooks out.',
    )
  }
  if (!wanted || !has.baseUrl) return undefined
  if (!has.signing) {
    note(`! no webhooks are sent: their secrets are encrypted with ${SECRET_VARIABLE}`)
    return undefined
  }
  const loaded = await import('@stowage/webhooks').catch((error) => {
    if (isMissing(error, '@stowage/webhooks')) return undefined
    throw error
  })
  if (loaded === undefined) {
    const words = 'npm install @stowage/webhooks'
    if (isRuled) throw unreachable(`Webhooks need a package that is not installed. Run: ${words}`)
    note(`! no webhooks are sent: ${words}`)
    return undefined
  }
  try {
    return loaded.webhooks({
      allowHttp: webhookHttp,
      ...(webhookNetworks !== undefined && { allowedNetworks: webhookNetworks }),
      ...(webhookPorts !== undefined && { ports: webhookPorts }),
    })
  } catch (error) {
    if (!isStowageError(error, 'invalid_argument')) throw error
    throw usageError(`${optionOf(error.context.argument)}: ${error.message}`)
  }
}

function optionOf(argument: string): string {
  return argument.startsWith('ports') ? '--webhook-ports' : '--webhook-networks'
}

function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}
