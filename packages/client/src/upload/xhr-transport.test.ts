import { describe, expect, it } from 'vitest'
import { xhrTransport } from './xhr-transport.ts'

/** As a browser behaves, without the network. */
class FakeXhr {
  static last: FakeXhr
  status = 0
  responseText = ''
  withCredentials = false
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null } = {
    onprogress: null,
  }
  onload: (() => void) | null = null
  onerror: (() => void) | null = null
  onabort: (() => void) | null = null
  readonly opened: string[] = []
  readonly headers: Record<string, string> = {}
  sent: unknown
  constructor() {
    FakeXhr.last = this
  }
  open(method: string, url: string) {
    this.opened.push(method, url)
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  getResponseHeader(name: string) {
    return name === 'retry-after' ? '3' : null
  }
  send(body: unknown) {
    this.sent = body
  }
  abort() {
    this.onabort?.()
  }
}

const message = { method: 'POST', url: '/media/api/v1/assets', headers: { 'x-a': 'b' }, body: 'x' }
const send = xhrTransport(FakeXhr)

describe('xhrTransport', () => {
  it('sends the message, counts what was sent, and gives the answer', async () => {
    const sent: number[] = []
    const answering = send({
      ...message,
      credentials: 'include',
      onSent: (bytes) => void sent.push(bytes),
    })
    const { last } = FakeXhr
    last.upload.onprogress?.({ loaded: 1 })
    Object.assign(last, { status: 503, responseText: 'busy' })
    last.onload?.()
    const answer = await answering
    expect(answer).toMatchObject({ status: 503, text: 'busy' })
    expect(answer.header('retry-after')).toBe('3')
    expect(sent).toEqual([1])
    expect(last).toMatchObject({
      opened: ['POST', '/media/api/v1/assets'],
      headers: { 'x-a': 'b' },
      sent: 'x',
      withCredentials: true,
    })
  })

  it('sends cookies to other origins only when it is told to', () => {
    for (const credentials of [undefined, 'omit', 'same-origin'] as const) {
      void send({ ...message, credentials })
      expect(FakeXhr.last.withCredentials).toBe(false)
    }
  })

  it('fails with the connection, and with its signal', async () => {
    const failing = send(message)
    FakeXhr.last.onerror?.()
    await expect(failing).rejects.toThrow('XMLHttpRequest failed')
    const controller = new AbortController()
    const aborting = send({ ...message, signal: controller.signal })
    controller.abort()
    await expect(aborting).rejects.toThrow('XMLHttpRequest failed')
  })
})
