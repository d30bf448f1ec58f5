/** OIDs of built-in types, which never change: https://www.postgresql.org/docs/current/catalog-pg-type.html */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  16: (text) => text === 't',
  20: Number,
  21: Number,
  23: Number,
  114: JSON.parse,
  701: Number,
  3802: JSON.parse,
}

const asText = (text: string): string => text

/**
 * Our own parsers, so that parsers which an app sets for its queries do not apply. A `bigint` becomes a
 * number: ours are counts, bytes and microseconds, exact below 2^53.
 */
export const VALUE_TYPES: { getTypeParser(oid: number): (text: string) => unknown } = {
  getTypeParser: (oid) => PARSERS[oid] ?? asText,
}
