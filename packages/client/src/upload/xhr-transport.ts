import type { Answer, Message, Transport } from '../request/message.ts'

/** What is used of XMLHttpRequest. */
interface Xhr {
  readonly status: number
  readonly responseText: string
  readonly upload: { onprogress: ((event: { readonly loaded: number }) => void) | null }
  withCredentials: boolean
  onload: (() => void) | null
  onerror: (() => void) | null
  onabort: (() => void) | null
  open(method: string, url: string): void
  setRequestHeader(name: string, value: string): void
  getResponseHeader(name: string): string | null
  send(body: unknown): void
  abort(): void
}

type XhrClass = new () => Xhr

/**
 * XMLHttpRequest of this platform; `undefined` outside of browsers. In a page, nothing else tells how much was sent.
 */
export function xhrOfPlatform(): XhrClass | undefined {
  return (globalThis as { readonly XMLHttpRequest?: XhrClass }).XMLHttpRequest
}

/** Sends a message by XMLHttpRequest. */
export function xhrTransport(XMLHttpRequest: XhrClass): Transport {
  return (message) =>
    new Promise((resolve, reject) => {
      const xhr = new XMLHttpRequest()
      const { signal } = message
      const abort = () => xhr.abort()
      const settle = () => signal?.removeEventListener('abort', abort)
      const fail = () => {
        settle()
        reject(new TypeError('XMLHttpRequest failed'))
      }
      xhr.onload = () => {
        settle()
        resolve(answerOf(xhr))
      }
      xhr.onerror = fail
      xhr.onabort = fail
      prepare(xhr, message)
      signal?.addEventListener('abort', abort)
      xhr.send(message.body)
    })
}

function prepare(xhr: Xhr, { method, url, headers, credentials, onSent }: Message): void {
  xhr.open(method, url)
  xhr.withCredentials = credentials === 'include'
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
  xhr.upload.onprogress = ({ loaded }) => onSent?.(loaded)
}

function answerOf(xhr: Xhr): Answer {
  const { status, responseText: text } = xhr
  return { status, text, header: (name) => xhr.getResponseHeader(name) }
}
