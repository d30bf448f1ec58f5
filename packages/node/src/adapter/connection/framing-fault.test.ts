import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { connectRaw } from '../../testing/raw-connection.ts'
import { type Serving, serve } from '../../testing/serve.ts'
import { stubApi, text } from '../../testing/stub-api.ts'
import { createNodeAdapter } from '../create-node-adapter.ts'

let serving: Serving

afterEach(() => serving.close())

/** The status of a request with so many headers, `Host` among them, and whether its connection was closed. */
async function answerTo(
  count: number,
  maxHeadersCount?: number,
): Promise<{ status: number; closed: boolean }> {
  const adapter = createNodeAdapter(
    stubApi(({ framingFault }) =>
      framingFault ? text('refused', framingFault.status) : text('ok'),
    ),
  )
  serving = await serve((req, res) => void adapter.handle(req, res))
  if (maxHeadersCount !== undefined) (serving.server as Server).maxHeadersCount = maxHeadersCount
  const connection = await connectRaw(serving.port)
  const headers = `Host: x\r\n${'a: b\r\n'.repeat(count - 1)}`
  connection.send(`GET /api/v1/assets HTTP/1.1\r\n${headers}\r\n`)
  const head = await connection.until('\r\n\r\n')
  connection.socket.destroy()
  return { status: Number(head.split(' ')[1]), closed: /^connection: close/im.test(head) }
}

describe('createNodeAdapter, the number of headers', () => {
  it.each([
    ["Node's own limit", undefined, 1000],
    ['a limit of the server', 100, 100],
  ])('is below %s, for what is above is not seen', async (_, limit, count) => {
    expect(await answerTo(count - 1, limit)).toEqual({ status: 200, closed: false })
    await serving.close()
    expect(await answerTo(count, limit)).toEqual({ status: 431, closed: true })
    await serving.close()
    expect(await answerTo(count + 300, limit)).toEqual({ status: 431, closed: true })
  })

  it('is any where the server has no limit', async () => {
    expect(await answerTo(2000, 0)).toEqual({ status: 200, closed: false })
  })
})
