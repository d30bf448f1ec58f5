import { describeHostile } from '../testing/describe-hostile.fixture.ts'
import { serveHono } from '../testing/hono-server.ts'

describeHostile('Hono', serveHono)
