import type { Clock } from '@stowage/core/ports'
import type { PostgresClient, PostgresQuery, PostgresResult } from './client.ts'
import { QueryFailure } from './failure.ts'
import { VALUE_TYPES } from './value-types.ts'

/**
 * Runs one statement. In its text, `$schema` stands for our schema, and `$now` for the server's time in microseconds
 * when it is first needed, however long the transaction has waited for locks. `Row` is what it selects.
 */
export type Sql = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** What runs statements: a connection of a pool, or one of the app. */
export type QueryClient = Pick<PostgresClient, 'query'>

/** A separate query, so that it is evaluated once, whatever the number of rows. */
export const SERVER_TIME: string =
  '(SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint)'

/** The most completed texts kept: filters make new texts. */
const MAX_TEXTS = 1000

/** Makes the `Sql` of any connection to one schema. */
export function createClientSql({
  schema,
  clock,
  timeout,
}: {
  /** Quoted already. */
  readonly schema: string
  /** For tests: what `$now` is. Default: the server's clock. */
  readonly clock: Clock | undefined
  /** Milliseconds until the client stops waiting for a result. Default: that of the connection. */
  readonly timeout?: number
}): (client: QueryClient) => Sql {
  const texts = new Map<string, string>()
  const limits = timeout === undefined ? {} : { query_timeout: timeout }

  /** Keeps completed texts: nearly all are of a fixed set. */
  function completed(text: string): string {
    const known =
      texts.get(text) ??
      text
        .replaceAll('$schema', () => schema)
        .replaceAll('$now', clock === undefined ? SERVER_TIME : '$now')
    if (texts.size > MAX_TEXTS) texts.clear()
    texts.set(text, known)
    return clock === undefined ? known : known.replaceAll('$now', () => String(clock()))
  }

  return (client) =>
    async <Row>(text: string, values: readonly unknown[] = []) => {
      const query = { text: completed(text), values: [...values], types: VALUE_TYPES, ...limits }
      return (await runQuery(client, query)).rows as readonly Row[]
    }
}

/** Runs a query; `QueryFailure`. Returns the last result of several statements in one text. */
export async function runQuery(client: QueryClient, query: PostgresQuery): Promise<PostgresResult> {
  let answer: PostgresResult | readonly PostgresResult[]
  try {
    answer = await client.query(query)
  } catch (error) {
    throw new QueryFailure(error)
  }
  const result = 'rows' in answer ? answer : answer.at(-1)
  if (result === undefined) throw new Error('A query without a result.')
  return result
}
