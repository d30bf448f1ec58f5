import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { invalidArgument } from '@stowage/core/internal'

/**
 * Resolves to the origin once the server listens: `http://127.0.0.1:3000`. Rejects with `invalid_argument` where
 * another port or host would help.
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, port, host)
  }
  const { port: actual } = server.address() as AddressInfo
  return `http://${nameOf(host)}:${actual}`
}

/** A name that a client on this machine can use. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function explained(error: NodeJS.ErrnoException, port: number, host: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return invalidArgument(
        'port',
        `Port ${port} of ${host} is in use. Stop what listens there, or choose another port.`,
        error,
      )
    case 'EACCES':
      return invalidArgument(
        'port',
        `This user may not listen on port ${port}. Choose a port from 1024.`,
        error,
      )
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return invalidArgument(
        'host',
        `This machine has no address ${host}. Choose one that it has, or 0.0.0.0 for all.`,
        error,
      )
    default:
      return error
  }
}
