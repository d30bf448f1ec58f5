import { describeHostile } from '../testing/describe-hostile.fixture.ts'
import { type BodyAsStream, likeSvelteKit, serveWeb, toWeb } from '../testing/web-server.ts'
import type { FetchHandler } from './options.ts'

const web =
  (bodyOf: BodyAsStream) => (handler: FetchHandler, timeouts?: Readonly<Record<string, number>>) =>
    serveWeb(handler, bodyOf, timeouts)

describeHostile('Readable.toWeb', web(toWeb))
describeHostile('a body like that of SvelteKit', web(likeSvelteKit))
