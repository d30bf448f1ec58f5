import { describeContract } from '@stowage/testing'
import { hostileContract, hostileFormContract, slowClientContract } from '@stowage/testing/http'
import { describe, it } from 'vitest'
import { serveHono } from '../testing/hono-server.ts'
import { servedHostile, servedToSlowClients } from '../testing/hostile-setup.ts'
import { type BodyAsStream, likeSvelteKit, serveWeb, toWeb } from '../testing/web-server.ts'
import type { FetchHandler } from './options.ts'

const runner = { describe, it }

const web =
  (bodyOf: BodyAsStream) => (handler: FetchHandler, timeouts?: Readonly<Record<string, number>>) =>
    serveWeb(handler, bodyOf, timeouts)

for (const [name, serve] of [
  ['Hono', serveHono],
  ['Readable.toWeb', web(toWeb)],
  ['a body like that of SvelteKit', web(likeSvelteKit)],
] as const) {
  const without = ['ownsConnections'] as const
  describeContract(name, hostileContract, servedHostile(serve), runner, { without })
  const slow = servedToSlowClients(serve)
  describeContract(`${name} and slow clients`, slowClientContract, slow, runner)
  describeContract(`${name} and forms`, hostileFormContract, servedHostile(serve), runner)
}
