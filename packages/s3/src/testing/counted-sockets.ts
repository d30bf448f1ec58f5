import { Agent } from 'node:http'
import type { S3ClientConfig } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { config } from './s3-fixture.ts'

export interface CountedSockets {
  /** Options for `s3`. */
  readonly config: S3ClientConfig
  /** How many sockets carry a request, or an answer that was not read to its end. */
  busy(): number
  /** How many requests wait for a socket. */
  waiting(): number
  /** Cuts the sockets that carry a request. */
  cut(): void
  /** How many requests were made so far. */
  asked(): number
}

/** A client of the S3 for the tests that counts its sockets. */
export function countedSockets(maxSockets = 256): CountedSockets {
  const agent = new Agent({ keepAlive: true, maxSockets })
  const count = (lists: NodeJS.ReadOnlyDict<readonly unknown[]>) =>
    Object.values(lists).reduce((sum, list) => sum + (list?.length ?? 0), 0)
  const handler = new CountingHandler({ httpAgent: agent })
  return {
    config: { ...config, requestHandler: handler },
    busy: () => count(agent.sockets),
    waiting: () => count(agent.requests),
    cut() {
      for (const sockets of Object.values(agent.sockets)) {
        for (const socket of sockets ?? []) socket.destroy(new Error('cut'))
      }
    },
    asked: () => handler.asked,
  }
}

class CountingHandler extends NodeHttpHandler {
  asked = 0

  override handle(...request: Parameters<NodeHttpHandler['handle']>) {
    this.asked += 1
    return super.handle(...request)
  }
}
