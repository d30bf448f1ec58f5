import type { ApiRequest } from '@stowage/api'
import { stoppingSignalOf } from '../stop/stopping.ts'
import type { Client } from './client.ts'

/** A request of a client. A class, because an object literal with a getter gets a new hidden class each time. */
export class AdapterRequest implements ApiRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly baseUrl: string
  readonly headers: ApiRequest['headers']
  readonly body: ApiRequest['body']
  readonly parsedJson: ApiRequest['parsedJson']
  readonly framingFault: ApiRequest['framingFault']
  readonly acceptBody: (() => void) | undefined
  readonly raw: unknown
  readonly #client: Client
  readonly #addressOf: (() => string | undefined) | undefined

  /** `addressOf`: where the framework decides which proxies to believe. */
  constructor(
    facts: Omit<ApiRequest, 'signal' | 'stopping' | 'clientAddress' | 'informational'>,
    client: Client,
    addressOf?: () => string | undefined,
  ) {
    this.method = facts.method
    this.path = facts.path
    this.query = facts.query
    this.baseUrl = facts.baseUrl
    this.headers = facts.headers
    this.body = facts.body
    this.parsedJson = facts.parsedJson
    this.framingFault = facts.framingFault
    this.acceptBody = facts.acceptBody
    this.raw = facts.raw
    this.#client = client
    this.#addressOf = addressOf
  }

  informational(status: number, headers: Readonly<Record<string, string>>): boolean {
    return this.#client.inform(status, headers)
  }

  get clientAddress(): string | undefined {
    return this.#addressOf === undefined ? this.#client.address : this.#addressOf()
  }

  get stopping(): AbortSignal | undefined {
    const { server } = this.#client
    return server === undefined ? undefined : stoppingSignalOf(server)
  }

  get signal(): AbortSignal {
    return this.#client.signal
  }
}
