// Where the records and files are, and whom the store may call. The processes and the check import it.
import path from 'node:path'
import { openAssetStore } from '@stowage/core'
import { disk } from '@stowage/core/filesystem'
import { sqlite } from '@stowage/core/sqlite'
import { postgres } from '@stowage/postgres'
import { webhooks } from '@stowage/webhooks'

/** The name of the receiver. It is this machine, at an address that tells which process calls. */
export const HOST = 'receiver.test'
/** Milliseconds that an endpoint has to answer. */
const TIMEOUT = 10_000
/** Two processes may each have four attempts under way when the third failure is recorded. */
export const SLOWED_AT_MOST = 2 + 2 * 4

/**
 * Opens the store: a directory, or PostgreSQL for its records when a URL is given. `rules`: those of the sender; default:
 * the receiver alone may be called, at the address of this caller.
 */
export function openPlace({ directory, url, schema, ports }, caller, rules) {
  const records =
    url === undefined
      ? sqlite({ file: path.join(directory, 'stowage.db') })
      : postgres({ url, schema })
  return openAssetStore({
    records,
    files: disk({ directory: path.join(directory, 'files') }),
    signing: { secrets: ['a secret of these checks, long enough'] },
    webhooks: webhooks(
      rules ?? {
        allowHttp: true,
        allowedNetworks: ['127.0.0.0/8'],
        ports,
        timeout: TIMEOUT,
        resolve: async () => [addressOf(caller)],
      },
    ),
    advanced: { sweepEveryMs: false },
  })
}

/** The address at which a process calls the receiver. */
export function addressOf(caller) {
  return `127.0.0.${caller + 1}`
}
