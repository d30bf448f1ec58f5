import { Command } from 'commander'
import type { DefineVerb } from '../../command/define.ts'
import { addCommand, removeCommand, rotateCommand, updateCommand } from './change-webhooks.ts'
import { deliveriesCommand, listCommand } from './list-webhooks.ts'
import { pingCommand, replayCommand, retryCommand } from './send-webhooks.ts'

/** `stowage webhooks ls|add|update|rm|rotate|ping|replay|deliveries|retry` */
export const defineWebhooks: DefineVerb = (perform) =>
  new Command('webhooks')
    .description(
      'URLs that are told of what happens: adds and removes them, and shows what was sent.',
    )
    .addCommand(listCommand(perform))
    .addCommand(addCommand(perform))
    .addCommand(updateCommand(perform))
    .addCommand(removeCommand(perform))
    .addCommand(rotateCommand(perform))
    .addCommand(pingCommand(perform))
    .addCommand(replayCommand(perform))
    .addCommand(deliveriesCommand(perform))
    .addCommand(retryCommand(perform))
